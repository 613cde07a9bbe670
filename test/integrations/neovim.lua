-- Opens HANDOFF, chooses the fixes that FIXES names (JSON: rules and titles) as a person would, saves all buffers, and
-- writes what was seen on the way to REPORT as JSON. Everything waits for a condition.

local report = { offered = {} }

local function wait(what, condition)
  if not vim.wait(60000, condition, 20) then
    error(what .. ': still not after a minute')
  end
end

local function code(diagnostic)
  return diagnostic.user_data.lsp.code
end

local function codes()
  local found = vim.tbl_map(code, vim.diagnostic.get(0))
  table.sort(found)
  return found
end

local function choose(title)
  vim.ui.select = function(items, options, on_choice)
    local chosen
    for _, item in ipairs(items) do
      local shown = options.format_item(item)
      table.insert(report.offered, shown)
      if shown == title then
        chosen = item
      end
    end
    on_choice(chosen)
  end
end

--- Goes to the squiggle of a rule, asks for what can be done, and takes what has the title.
local function fix(rule, title)
  local place
  wait('A squiggle of ' .. rule, function()
    for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
      place = code(diagnostic) == rule and diagnostic or place
    end
    return place
  end)
  local before = vim.api.nvim_buf_get_changedtick(0)
  choose(title)
  vim.api.nvim_win_set_cursor(0, { place.lnum + 1, place.col })
  vim.lsp.buf.code_action()
  wait(title, function()
    return vim.api.nvim_buf_get_changedtick(0) > before
  end)
end

local function run()
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.HANDOFF))
  wait('Diagnostics', function()
    return #vim.diagnostic.get(0) > 0
  end)
  report.found = codes()
  for _, chosen in ipairs(vim.json.decode(vim.env.FIXES)) do
    fix(chosen.rule, chosen.title)
  end
  vim.cmd('silent wall')
  wait('No diagnostics', function()
    return #vim.diagnostic.get(0) == 0
  end)
end

local ok, problem = pcall(run)
report.problem = not ok and tostring(problem) or nil
local file = assert(io.open(vim.env.REPORT, 'w'))
file:write(vim.json.encode(report))
file:close()
vim.cmd('qall!')
