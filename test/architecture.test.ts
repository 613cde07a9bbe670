import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { memberNames } from '../core/format/format.ts';
import { formats } from '../core/generated/formats.ts';
import { rules } from '../core/generated/rules.ts';

/*
 * Holds what ARCHITECTURE.md says of the parts. Numbers are those of its invariants.
 */

const top = join(dirname(fileURLToPath(import.meta.url)), '..');
const parts = ['core', 'host', 'server', 'client', 'cli'] as const;
type Part = (typeof parts)[number];

/** Which parts each part may import, and from outside the project which packages: anything, or those listed. */
const allowed: Readonly<Record<Part, readonly Part[]>> = {
  core: [],
  host: ['core'],
  server: ['core', 'host'],
  client: ['server', 'core'],
  cli: ['core', 'host', 'server'],
};

const sources = parts.flatMap((part) =>
  filesIn(join(top, part)).map((path) => ({ part, path, text: readFileSync(path, 'utf8') })),
);

/** The only other file that starts a process: our own server. */
const STARTS_THE_SERVER = join(top, 'client', 'server-process.ts');

describe.each(sources.map((source) => ({ ...source, name: relative(top, source.path) })))(
  '$name',
  ({ part, path, text }) => {
    const imports = importsIn(text);

    test('imports only parts below its own', () => {
      const reached = imports
        .filter(({ from }) => from.startsWith('.'))
        .map(({ from }) => relative(top, join(dirname(path), from)).split(sep)[0])
        .filter((other) => other !== part && other !== 'schemas');
      expect(reached.filter((other) => !allowed[part].some((below) => below === other))).toEqual([]);
    });

    test('imports no package that its part may not know', () => {
      const packages = imports.filter(({ from }) => !from.startsWith('.')).map(({ from }) => from);
      const forbidden = packages.filter((name) => {
        if (part === 'core') return name !== 'jsonc-parser';
        if (/^vscode$|^vscode-languageclient/.test(name)) return part !== 'client';
        if (/^vscode-/.test(name)) return part !== 'server' && name !== 'vscode-uri';
        if (name === 'node:child_process') return part !== 'host' && path !== STARTS_THE_SERVER;
        return /^node:(https?|http2|net|tls|dgram|dns)/.test(name);
      });
      expect(forbidden).toEqual([]);
    });

    test('names no rule and no member of a format that is not its own (invariant 4)', () => {
      const code = withoutComments(text);
      const own = /rules\/([a-z-]+)\.ts$/.exec(path)?.[1];
      const generated = path.includes(`${sep}generated${sep}`);
      const ids = rules.map(({ id }) => id).filter((id) => id !== own);
      const members = formats
        .flatMap((format) => [...memberNames(format)])
        .filter((name) => /_|[a-z][A-Z]/.test(name) && !(part === 'client' && OF_VSCODE.has(name)));
      const named = [...ids, ...members].filter((name) => new RegExp(`(?<![\\w./-])${name}(?![\\w-])`).test(code));
      expect(generated ? [] : named).toEqual([]);
    });
  },
);

/** Names that VS Code's interface has too. */
const OF_VSCODE: ReadonlySet<string> = new Set(['totalSteps']);

test('the client knows of the core only the types of what it is sent', () => {
  const taken = sources
    .filter(({ part }) => part === 'client')
    .flatMap(({ text }) => importsIn(text))
    .filter(({ from, typeOnly }) => from.includes('/core/') && !typeOnly);
  expect(taken).toEqual([]);
});

test('the core has no clock, no randomness and no timers (invariant 1)', () => {
  const impure = sources
    .filter(({ part, path }) => part === 'core' && !path.includes(`${sep}generated${sep}`))
    .filter(({ text }) =>
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bsetTimeout\b|\bprocess\.|\bconsole\./.test(
        withoutComments(text),
      ),
    )
    .map(({ path }) => relative(top, path));
  expect(impure).toEqual([]);
});

test('every rule has a page that says what, why, and shows an example', () => {
  for (const { id, subject } of rules) {
    const page = readFileSync(join(top, `docs/rules/${id}.md`), 'utf8');
    expect(page).toContain(`# ${id}`);
    expect(page).toContain('## Why');
    if (subject !== 'failures') expect(page).toContain('## Example');
  }
});

test("a rule's page speaks to its reader, not in the words of the tests", () => {
  for (const { id } of rules) {
    const page = readFileSync(join(top, `docs/rules/${id}.md`), 'utf8');
    expect(page, id).not.toMatch(/pitfall|^ *\.\.\. /m);
    if (/^ *\.\.\.$/m.test(page)) expect(page, id).toContain('`...` stands for');
  }
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return /(?<!\.d)\.ts$/.test(entry.name) ? [path] : [];
  });
}

function importsIn(text: string): readonly { readonly from: string; readonly typeOnly: boolean }[] {
  const code = withoutComments(text);
  const all = [
    ...code.matchAll(/\b(?:import|export)\s+([^'";]*?)\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g),
  ];
  return all.map(([, clause = '', from, direct]) => ({
    from: from ?? direct ?? '',
    typeOnly:
      /^type\b/.test(clause) ||
      (/^\{/.test(clause) &&
        clause
          .replace(/[{}\s]/g, '')
          .split(',')
          .filter(Boolean)
          .every((name) => name.startsWith('type')) &&
        /\btype\s/.test(clause)),
  }));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`\\])\/\/[^\n]*/g, '$1');
}
