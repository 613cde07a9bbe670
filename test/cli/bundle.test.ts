import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listFiles, PackageManager } from '@vscode/vsce';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle, programs } from '../../scripts/build/bundle.ts';
import { folderWith, handoff } from './program.ts';

/* What ships, alone in a folder: no package is installed beside it. */

const top = fileURLToPath(new URL('../../', import.meta.url));
const task = 'memory/handoffs/task-1.json';
/** A handoff with a member given twice, at its very start. */
const twice = handoff().replace('{', '{"a":1,"a":2,');
let home: string;
let metafile: Metafile;

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'agent-handoff-bundle-')));
  metafile = await bundle({ top, folder: join(home, 'dist'), programs });
  for (const shipped of ['package.json', 'docs/rules', '.npmignore', '.vscodeignore']) {
    await cp(join(top, shipped), join(home, shipped), { recursive: true });
  }
}, 120_000);
afterAll(() => rm(home, { recursive: true, force: true }));

/** A handoff in which so many members are given twice. */
function pairs(number: number): string {
  const members = Array.from({ length: number }, (_, index) => `"k${index}":1,"k${index}":2`);
  return handoff().replace('"test_results": {}', `"test_results": {${members.join(',')}}`);
}

/** Starts a program with the Node that runs the tests. */
function start(program: string, argv: readonly string[], folder: string): ChildProcess {
  return spawn(process.execPath, [join(home, 'dist', program), ...argv], { cwd: folder, stdio: 'pipe' });
}

async function ended(child: ChildProcess) {
  const [output, complaints, [code]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, output, complaints };
}

describe('the bundle', () => {
  test('requires and imports nothing but Node, the editor and itself (pitfall 53)', async () => {
    const names = (await readdir(join(home, 'dist'))).filter((name) => /\.[cm]?js$/.test(name));
    expect(names).toEqual(expect.arrayContaining(['cli.js', 'engine.cjs', 'extension.cjs', 'server.js']));
    const known = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`), 'vscode']);
    const strangers = new Set<string>();
    for (const name of names) {
      const code = await readFile(join(home, 'dist', name), 'utf8');
      // Ajv holds texts that begin with a call of it, for code that is written to a file.
      for (const [, required = ''] of code.matchAll(/(?<!["'`])\brequire\(\s*["'`]([^"'`]*)["'`]/g))
        strangers.add(required);
    }
    for (const { imports } of Object.values(metafile.outputs)) {
      for (const { path, external } of imports)
        if (external && !names.includes(path.replace(/^\.\//, ''))) strangers.add(path);
    }
    expect([...strangers].filter((name) => !known.has(name))).toEqual([]);
  });

  test('compiles no schema of a project but in a thread of its own', () => {
    const { 'dist/engine.cjs': engine, 'dist/schema-worker.mjs': worker } = Object.fromEntries(
      Object.entries(metafile.outputs).map(([path, { inputs }]) => [`dist/${basename(path)}`, Object.keys(inputs)]),
    );
    expect(worker?.some((path) => path.endsWith('node_modules/ajv/dist/ajv.js'))).toBe(true);
    expect(engine?.filter((path) => path.endsWith('node_modules/ajv/dist/ajv.js'))).toEqual([]);
  });

  test('is in the npm package as far as the terminal and the server need it, and all of it in the extension', async () => {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: home,
      shell: process.platform === 'win32',
    });
    const packed: readonly { readonly files: readonly { readonly path: string }[] }[] = JSON.parse(stdout);
    const npm = packed.flatMap(({ files }) => files.map(({ path }) => path)).filter((path) => path.startsWith('dist/'));
    const vsix = await listFiles({ cwd: home, packageManager: PackageManager.None });
    const built = (await readdir(join(home, 'dist'))).map((name) => `dist/${name}`);
    expect(npm.sort()).toEqual([
      'dist/cli.js',
      'dist/engine.cjs',
      // It says what is a module in the folder: without it nothing there starts.
      'dist/package.json',
      'dist/schema-worker.mjs',
      'dist/server.js',
      'dist/third-party-notices.txt',
    ]);
    expect(vsix.filter((path) => path.startsWith('dist/')).sort()).toEqual(built.sort());
  });

  test('brings the licence of each package whose code is in it', async () => {
    const notices = await readFile(join(home, 'dist/third-party-notices.txt'), 'utf8');
    for (const name of ['commander', 'jsonc-parser', 'tinyglobby', 'vscode-languageserver']) {
      expect(notices).toMatch(
        new RegExp(`\\n${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)\\n\\n[\\s\\S]*Permission is hereby granted`),
      );
    }
    expect(notices).not.toMatch(/\nvitest /);
  });
});

describe('the program', () => {
  test('checks a file and ends with 1 for an error', async () => {
    const folder = await folderWith({ [task]: twice });
    const { code, output, complaints } = await ended(start('cli.js', ['check', '--format', 'json'], folder));
    expect([code, complaints]).toEqual([1, '']);
    expect(JSON.parse(output).summary.errors).toBe(2);
  });

  test('knows the same words in other scripts as its source', async () => {
    const folder = await folderWith({ [task]: handoff({ pending_work: '첫 단계 (이하 생략)' }) });
    const { output } = await ended(start('cli.js', ['check', '--format', 'json'], folder));
    expect(JSON.parse(output).files[0].findings.map(({ rule }: { readonly rule: string }) => rule)).toContain(
      'text-cut',
    );
  });

  test('gives addresses of rules that lead to the pages that ship', async () => {
    const folder = await folderWith({ [task]: twice });
    const { output } = await ended(start('cli.js', ['check', '--format', 'json'], folder));
    const [finding] = JSON.parse(output).files[0].findings;
    expect(await readFile(new URL(finding.docs), 'utf8')).toContain(`# ${finding.rule}`);
  });

  test('tells its version and a rule from the files that ship with it', async () => {
    const folder = await folderWith({});
    expect(await ended(start('cli.js', ['--version'], folder))).toEqual({ code: 0, output: '0.1.0\n', complaints: '' });
    const { output } = await ended(start('cli.js', ['rules', 'text-too-long'], folder));
    expect(output).toMatch(/^# text-too-long\n/);
  });

  test('writes a report of megabytes into a pipe to its end', async () => {
    const folder = await folderWith({ [task]: pairs(4000) });
    const { code, output } = await ended(start('cli.js', ['check', '--format', 'json'], folder));
    expect(code).toBe(1);
    expect(output.length).toBeGreaterThan(2_000_000);
    expect(JSON.parse(output).summary.errors).toBe(8000);
  });

  test.each(['pretty', 'json', 'sarif', 'github', 'junit'])(
    'stops in silence when nobody reads ten thousand findings as %s (pitfall 126)',
    async (format) => {
      const folder = await folderWith({ [task]: pairs(5000) });
      const child = start('cli.js', ['check', '--format', format], folder);
      child.stdout?.destroy();
      const complaints = child.stderr === null ? '' : text(child.stderr);
      const [code] = await once(child, 'exit');
      expect([code, await complaints]).toEqual([1, '']);
    },
  );

  test('keeps its code when nobody hears its complaints (pitfall 126)', async () => {
    const child = start('cli.js', ['check', 'nope.json'], await folderWith({}));
    child.stderr?.destroy();
    expect(await once(child, 'exit')).toEqual([2, null]);
  });

  test('does not wait for standard input that it was not told to read (pitfall 134)', async () => {
    const child = start('cli.js', ['check'], await folderWith({ [task]: handoff() }));
    expect(await ended(child)).toMatchObject({ code: 0 });
    child.stdin?.destroy();
  });

  test('ends with 2 where its work came to no end', async () => {
    const silent = '({ isTTY: false, [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) })';
    const preload = `data:text/javascript,Object.defineProperty(process, 'stdin', { value: ${silent} })`;
    const argv = ['--import', preload, join(home, 'dist', 'cli.js'), 'check', '-'];
    expect(await ended(spawn(process.execPath, argv, { cwd: home, stdio: 'pipe' }))).toMatchObject({
      code: 2,
      output: '',
    });
  });

  test('reads standard input to its end (pitfall 134)', async () => {
    const child = start('cli.js', ['check', '-', '--format', 'json'], await folderWith({}));
    child.stdin?.write(twice.slice(0, 7));
    child.stdin?.end(twice.slice(7));
    const { code, output } = await ended(child);
    expect([code, JSON.parse(output).summary.errors]).toEqual([1, 2]);
  });

  test.skipIf(process.platform === 'win32')(
    'takes a closed standard input for an empty one (pitfall 134)',
    async () => {
      const command = `exec "${process.execPath}" "${join(home, 'dist/cli.js')}" check - <&-`;
      const child = spawn('sh', ['-c', command], { cwd: await folderWith({}), stdio: 'pipe' });
      const { code, output } = await ended(child);
      expect([code, output.split('\n')[0]]).toEqual([1, '-:1:1']);
    },
  );

  test.skipIf(process.platform === 'win32')('does not hang on a pipe in place of a file (pitfall 127)', async () => {
    const folder = await folderWith({ [task]: handoff() });
    await promisify(execFile)('mkfifo', [join(folder, 'memory/handoffs/pipe.json')]);
    expect(await ended(start('cli.js', ['check'], folder))).toMatchObject({ code: 0, complaints: '' });
    const { code, complaints } = await ended(start('cli.js', ['check', 'memory/handoffs/pipe.json'], folder));
    expect(code).toBe(2);
    expect(complaints).toMatch(/pipe\.json is no regular file: only those are read\.\n$/);
  });

  test.each([
    ['server.js', ['--stdio']],
    ['cli.js', ['lsp', '--stdio']],
  ])('%s %j is the language server', async (program, argv) => {
    const child = start(program, argv, await folderWith({}));
    const message = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { processId: null, rootUri: null, capabilities: {} },
    });
    child.stdin?.write(`Content-Length: ${message.length}\r\n\r\n${message}`);
    let answer = '';
    for await (const chunk of child.stdout ?? []) {
      answer += String(chunk);
      if (answer.includes('"serverInfo":{"name":"agent-handoff"')) break;
    }
    expect(answer).toMatch(/^Content-Length: \d+\r\n\r\n\{"jsonrpc":"2\.0","id":1,"result":\{/);
    child.stdin?.end();
    if (child.exitCode === null) await once(child, 'exit');
  });
});
