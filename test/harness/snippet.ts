/**
 * The text that VS Code inserts for a snippet when every tab stop is left as it is: a placeholder gives its default, a
 * choice its entry at `choice` (0-based; its first one where it has fewer), a variable the value that is given for it.
 * Throws on syntax that it does not know, such as nested placeholders and transforms.
 *
 * Syntax: `$1`, `${1}`, `${1:default}`, `${1|one,two|}`, `$NAME`, `${NAME}`, and `\` before `$`, `}`, `\`.
 */
export function expandSnippet(body: string, variables: Readonly<Record<string, string>>, choice = 0): string {
  let text = '';
  let rest = body;
  while (rest !== '') {
    const part = pieces.exec(rest)?.groups;
    if (part === undefined) throw new Error(`Unknown snippet syntax at: ${rest}`);
    text += expanded(part, variables, choice);
    rest = rest.slice(part['whole']?.length);
  }
  return text;
}

const pieces = new RegExp(
  `^(?<whole>${[
    '\\\\(?<escaped>[$}\\\\])',
    '(?<plain>[^$\\\\]+|\\\\)',
    '\\$(?<stop>\\d+)',
    '\\$(?<variable>[A-Z_]+)',
    '\\$\\{(?<emptyStop>\\d+)\\}',
    '\\$\\{(?<bracedVariable>[A-Z_]+)\\}',
    '\\$\\{\\d+:(?<default>(?:[^$}\\\\]|\\\\[$}\\\\])*)\\}',
    '\\$\\{\\d+\\|(?<choices>[^|}\\\\]+)\\|\\}',
  ].join('|')})`,
);

function expanded(
  part: Readonly<Record<string, string | undefined>>,
  variables: Readonly<Record<string, string>>,
  choice: number,
): string {
  const variable = part['variable'] ?? part['bracedVariable'];
  if (variable !== undefined) {
    const value = variables[variable];
    if (value === undefined) throw new Error(`Unknown snippet variable: ${variable}`);
    return value;
  }
  if (part['choices'] !== undefined) {
    const choices = part['choices'].split(',');
    return choices[choice] ?? choices[0] ?? '';
  }
  if (part['default'] !== undefined) return part['default'].replace(/\\([$}\\])/g, '$1');
  return part['escaped'] ?? part['plain'] ?? '';
}
