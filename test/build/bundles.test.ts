import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundle, inAscii, programs } from '../../scripts/build/bundle.ts';
import { ranWith } from '../../scripts/build/sizes.ts';

/* What is loaded before anything is asked for, and how much there is of it: counted in the bundles as they ship. */

const top = fileURLToPath(new URL('../../', import.meta.url));
let metafile: Metafile;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-handoff-bundles-'));
  metafile = await bundle({ top, folder, programs });
  return () => rm(folder, { recursive: true });
});

/** Names of the packages' files begin with the package's. */
function runWith(bundle: string, source: string) {
  const { inputs, bytes } = ranWith(metafile, bundle, source);
  return { names: inputs.map((path) => path.replace(/^.*node_modules\//, '')), bytes };
}

const LATE = [
  ...['vscode-json-languageservice/', '@rgrove/parse-xml/', 'tinyglobby/', 'diff/'],
  ...['core/complete/complete-skeleton.ts', 'cli/report-sarif.ts', 'cli/fix.ts'],
];

test('a pattern is the same in ASCII, and what would not be is refused', () => {
  expect(inAscii('/^(?:[–😀]|없음)$/u')).toBe('/^(?:[\\u2013\\ud83d\\ude00]|\\uc5c6\\uc74c)$/u');
  expect(() => inAscii('/\\–/')).toThrow('escapes');
  expect(() => inAscii('String.raw`–`')).toThrow('escapes');
});

test('the script of which compiled code is kept is ASCII, as it is read', async () => {
  const engine = Object.keys(metafile.outputs).find((path) => path.endsWith('engine.cjs')) ?? '';
  expect(await readFile(join(top, engine), 'utf8')).not.toMatch(/[^\0-\x7f]/);
});

describe('before a check in the terminal', () => {
  const early = () => runWith('engine.cjs', 'cli/main.ts');

  test('nothing is loaded that only other commands need', () => {
    const others = [...LATE, 'vscode-languageserver/', 'core/create/draft.ts', 'cli/create.ts', 'host/write.ts'];
    expect(early().names.filter((name) => others.some((late) => name.startsWith(late)))).toEqual([]);
  });

  test('nothing of Node is loaded but what reads files and starts no program', () => {
    const builtin = early().names.filter((name) => name.startsWith('node:'));
    const slow = ['node:child_process', 'node:crypto', 'node:worker_threads', 'node:http', 'node:net'];
    expect(builtin.filter((name) => slow.includes(name))).toEqual([]);
    expect(builtin).toContain('node:fs');
  });

  test('no more is loaded than so many bytes', () => {
    expect(early().bytes).toBeLessThan(LIMITS.terminal);
  });
});

describe('before the first diagnostics of the server', () => {
  const early = () => runWith('engine.cjs', 'server/talk.ts');

  test('nothing is loaded that only other requests need', () => {
    const others = LATE.filter((name) => name !== 'core/complete/complete-skeleton.ts');
    expect(early().names.filter((name) => [...others, 'commander/'].some((late) => name.startsWith(late)))).toEqual([]);
    expect(early().names).toContain('core/check.ts');
  });

  test('the names of the protocol are copied once, and not for each file that imports some of them', () => {
    const package_ = 'node_modules/vscode-languageserver/';
    const importers = Object.entries(metafile.inputs).flatMap(([path, { imports }]) =>
      imports.some((one) => one.path.startsWith(package_)) ? [path] : [],
    );
    expect(importers.filter((path) => !path.startsWith(package_))).toEqual(['names-once:vscode-languageserver/node']);
  });

  test('no more is loaded than so many bytes', () => {
    expect(early().bytes).toBeLessThan(LIMITS.server);
  });
});

describe('before the extension is active', () => {
  const early = () => runWith('extension.cjs', 'client/extension.ts');

  test('no code is loaded but that which registers commands and starts the server', () => {
    expect(
      early()
        .names.filter((name) => name.endsWith('.ts'))
        .sort(),
    ).toEqual(['client/command-ids.ts', 'client/extension.ts', 'client/server-process.ts']);
    expect(early().names.filter((name) => name.startsWith('vscode-'))).toEqual([]);
  });

  test('no more is loaded than so many bytes', () => {
    expect(early().bytes).toBeLessThan(LIMITS.extension);
  });
});

describe('the language client, which is loaded after that', () => {
  const late = () => runWith('client.mjs', 'client/language-client.ts');

  test('comes without the package by which it would ask how new the editor is', () => {
    expect(late().names.filter((name) => name.startsWith('semver/'))).toEqual([]);
    expect(late().names).toContain('vscode-languageclient/lib/node/main.js');
  });

  test('is no more than so many bytes', () => {
    expect(late().bytes).toBeLessThan(LIMITS.client);
  });

  test('runs in the oldest VS Code that the manifest allows, though it does not ask', async () => {
    const enginesOf = async (folder: string) =>
      JSON.parse(await readFile(join(top, folder, 'package.json'), 'utf8')).engines.vscode;
    expect(await enginesOf('.')).toBe('^1.101.0');
    expect(await enginesOf('node_modules/vscode-languageclient')).toBe('^1.91.0');
  });
});

test('all that ships as code takes less than half a megabyte in the package', async () => {
  const files = Object.keys(metafile.outputs).map((path) => join(top, path));
  const packed = await Promise.all(files.map(async (file) => deflateRawSync(await readFile(file)).length));
  expect(packed.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(LIMITS.packed);
});

/** In bytes. Raise one only for what is worth a later start to everybody. */
const LIMITS = { terminal: 790_000, server: 1_012_000, extension: 4_000, client: 450_000, packed: 500_000 };
