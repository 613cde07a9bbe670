import files, { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { checksNoVersion, importsPrograms, matchesWhenAsked, vscodeRequired } from './client-plugins.ts';
import { notices } from './notices.ts';

/** What ships, by its name in `dist`. */
export interface Programs {
  /** Programs that share one module: the file that starts each, and the one that it runs of the module. */
  readonly engine: Readonly<Record<string, { readonly start: string; readonly main: string }>>;
  /** Programs that stand alone. */
  readonly alone: Readonly<Record<string, string>>;
  /**
   * Programs that are required, and import others of these when they need them. VS Code waits for such an extension alone,
   * but imports a module while other extensions start, and makes a module of its API for it first.
   */
  readonly required: Readonly<Record<string, string>>;
}

export const programs: Programs = {
  engine: {
    cli: { start: 'cli/start.ts', main: 'cli/main.ts' },
    server: { start: 'server/start.ts', main: 'server/main.ts' },
  },
  alone: { 'schema-worker': 'host/schemas/worker.ts', client: 'client/language-client.ts' },
  required: { extension: 'client/extension.ts' },
};

export interface BundleOptions {
  /** Absolute path of the project. */
  readonly top: string;
  /** Absolute path of the folder that is made anew. */
  readonly folder: string;
  readonly programs: Programs;
}

/**
 * Bundles the programs for Node 20 with all packages they use, so that nothing has to be installed beside them.
 *
 * The terminal and the server are one CommonJS module, `engine.cjs`, in which what is imported late is run late: V8 can
 * keep compiled code of one such script on every version of Node. Their starters, and what VS Code requires, are CommonJS as
 * well, so the folder says that of what is called `.js`. All other programs are ES modules.
 */
export async function bundle({ top, folder, programs }: BundleOptions): Promise<Metafile> {
  await rm(folder, { recursive: true, force: true });
  const builds: readonly BuildOptions[] = [
    { ...engineOf(programs, top), entryNames: 'engine', outExtension: { '.js': '.cjs' } },
    startersOf(programs),
    { ...modules, entryPoints: { ...programs.alone }, splitting: true, chunkNames: 'chunk-[hash]' },
    { ...requiredOf(programs, top), outExtension: { '.js': '.cjs' } },
  ];
  const metafile: Metafile = { inputs: {}, outputs: {} };
  for (const options of builds) {
    const made = await build({ ...common, ...options, absWorkingDir: top, outdir: folder, metafile: true });
    Object.assign(metafile.inputs, made.metafile.inputs);
    Object.assign(metafile.outputs, made.metafile.outputs);
  }
  refuseLazyCommonJs(metafile);
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  const engine = join(folder, 'engine.cjs');
  await writeFile(engine, inAscii(await readFile(engine, 'utf8')));
  await writeFile(join(folder, 'third-party-notices.txt'), await notices(top, metafile));
  return metafile;
}

/** Of a package that is no module, `import()` gives no names in a bundle, though it does outside of one. */
function refuseLazyCommonJs({ inputs }: Metafile): void {
  for (const [path, { imports }] of Object.entries(inputs)) {
    for (const { kind, path: target } of imports) {
      if (kind !== 'dynamic-import' || inputs[target]?.format !== 'cjs') continue;
      throw new Error(
        `${path} must not import() ${target}, which is CommonJS: import() a file of ours that imports it.`,
      );
    }
  }
}

/**
 * Code as `runProgram` reads it. What the bundler leaves that is not ASCII stands in patterns, which mean the same in escapes;
 * in a raw template, and behind a backslash, it would not.
 */
export function inAscii(code: string): string {
  if (/String\.raw`[^`]*[^\0-\x7f]|\\[^\0-\x7f]/.test(code))
    throw new Error('What is not ASCII in the bundle may mean something else in escapes.');
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Commander loads what starts other programs, for commands that are programs of their own: none here is. */
const startsNoProgram: Plugin = {
  name: 'starts-no-program',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /node_modules[\\/]commander[\\/]/.test(importer) ? { path: 'none', namespace: 'starts-no-program' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'starts-no-program' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** What talks JSON-RPC loads parts of Node that only some ways of talking need, and that take a tenth of a start. */
const loadsNodeWhenAsked: Plugin = {
  name: 'loads-node-when-asked',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:child_process|crypto|net)$/ }, ({ importer, path }) =>
      /node_modules[\\/]vscode-(?:jsonrpc|languageserver)[\\/]/.test(importer)
        ? { path, namespace: 'loads-node-when-asked' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'loads-node-when-asked' }, ({ path }) => ({
      contents: `const own = ${path === 'crypto' ? IDS : '{}'};
        module.exports = new Proxy(own, { get: (_, name) => own[name] ?? require('node:${path}')[name] });`,
    }));
  },
};

/** The same of what reads and writes files without waiting: an editor's first answer needs none of it. */
const readsFilesWhenAsked: Plugin = {
  name: 'reads-files-when-asked',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:fs\/promises$/ }, ({ kind, path }) =>
      kind === 'import-statement' ? { path, namespace: 'reads-files-when-asked' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'reads-files-when-asked' }, ({ path }) => ({
      contents: Object.entries(files)
        .filter(([, value]) => typeof value === 'function')
        .map(([name]) => `export const ${name} = (...given) => require('${path}').${name}(...given);`)
        .join('\n'),
    }));
  },
};

/**
 * The ids of registrations and progress, which no two of one connection share, and no client makes: for more, all of
 * cryptography would be loaded.
 */
const IDS = "{ randomUUID: ((made) => () => 'agent-handoff-' + ++made)(0) }";

/** string-width makes its segmenter when it is loaded, which takes a tenth of a start; few lines need it. */
const segmentsWhenAsked: Plugin = {
  name: 'segments-when-asked',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]string-width[\\/]index\.js$/ }, async ({ path }) => {
      const made = 'const segmenter = new Intl.Segmenter();';
      const code = await readFile(path, 'utf8');
      if (!code.includes(made)) throw new Error(`${path} must make its segmenter as it did: see bundle.ts.`);
      const late = 'let made; const segmenter = { segment: (text) => (made ??= new Intl.Segmenter()).segment(text) };';
      return { contents: code.replace(made, late) };
    });
  },
};

/**
 * The bundler copies all names of a package that is no module for each file that imports some of them: for the protocol that
 * would be eight thousand functions, made at each start and kept. Through a module in between there is one copy.
 */
const namesOnce: Plugin = {
  name: 'names-once',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:vscode-language(?:server|client)\/node|node:path)$/ }, ({ kind, namespace, path }) =>
      kind === 'import-statement' && namespace === 'file' ? { path, namespace: 'names-once' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'names-once' }, ({ path }) => ({
      contents: path.startsWith('node:')
        ? `import all from '${path}'; export * from '${path}'; export { all as default };`
        : `export * from '${path}';`,
      resolveDir: import.meta.dirname,
    }));
  },
};

const plugins = [
  vscodeRequired,
  checksNoVersion,
  matchesWhenAsked,
  startsNoProgram,
  loadsNodeWhenAsked,
  readsFilesWhenAsked,
  segmentsWhenAsked,
  namesOnce,
];

const common = {
  bundle: true,
  platform: 'node' as const,
  target: 'node20',
  // jsonc-parser's "main" is UMD, whose own calls of require a bundler cannot follow.
  mainFields: ['module', 'main'],
  minify: true,
  // The whole licences stand in a file of their own.
  legalComments: 'none' as const,
  plugins,
  logLevel: 'warning' as const,
} satisfies BuildOptions;

const modules = {
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  charset: 'utf8',
  // Packages that are no modules yet call require for what is built into Node.
  banner: { js: "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);" },
} as const satisfies BuildOptions;

/** One script, in which what is imported late, and from Node, is there without waiting. */
const script = {
  format: 'cjs',
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'moduleUrl' },
} as const satisfies BuildOptions;

const MODULE_URL = "const moduleUrl=require('node:url').pathToFileURL(__filename).href;";

/**
 * A script whose value is what Node makes of a CommonJS module to run it, so that it is read and compiled as it is. It
 * exports a function for each program, which runs it.
 */
function engineOf({ engine }: Programs, top: string): BuildOptions {
  const lines = Object.entries(engine).map(
    ([name, { main }]) => `exports[${JSON.stringify(name)}]=()=>{import('./${main}')};`,
  );
  return {
    ...script,
    stdin: { contents: lines.join(''), resolveDir: top, sourcefile: 'engine.cjs' },
    banner: { js: `${WRAPPER}${MODULE_URL}` },
    footer: { js: '})' },
  };
}

const WRAPPER = '(function(exports,require,module,__filename,__dirname){';

/** CommonJS too: to load a module takes Node longer than to run it. */
function startersOf({ engine }: Programs): BuildOptions {
  return {
    ...script,
    entryPoints: Object.fromEntries(Object.entries(engine).map(([name, { start }]) => [name, start])),
    banner: { js: MODULE_URL },
  };
}

function requiredOf({ required, alone }: Programs, top: string): BuildOptions {
  return { format: 'cjs', entryPoints: { ...required }, plugins: [importsPrograms(top, alone), ...plugins] };
}
