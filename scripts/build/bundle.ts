import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { notices } from './notices.ts';

/** The programs that ship, by the name each has in `dist`. */
export const programs: Readonly<Record<string, string>> = {
  cli: 'cli/main.ts',
  server: 'server/main.ts',
  'schema-worker': 'host/schemas/worker.ts',
  extension: 'client/extension.ts',
};

export interface BundleOptions {
  /** Absolute path of the project. */
  readonly top: string;
  /** Absolute path of the folder that is made anew. */
  readonly folder: string;
  /** Source files by the name of the program. */
  readonly programs: Readonly<Record<string, string>>;
}

/**
 * Bundles the programs as modules for Node 20 with all packages they use, so that nothing has to be installed beside
 * them. What they share, and what is loaded only when needed, goes into chunks.
 *
 * Modules, because only they can be split, and because `"type": "module"` in the manifest has VS Code load the extension
 * as one: it can since 1.100.
 */
export async function bundle({ top, folder, programs }: BundleOptions): Promise<Metafile> {
  await rm(folder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: top,
    entryPoints: { ...programs },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // jsonc-parser's "main" is UMD, whose own calls of require a bundler cannot follow.
    mainFields: ['module', 'main'],
    chunkNames: 'chunk-[hash]',
    minify: true,
    // The whole licences stand in a file of their own.
    legalComments: 'none',
    charset: 'utf8',
    // Packages that are no modules yet call require for what is built into Node.
    banner: { js: "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);" },
    plugins: [vscodeAsModule, startsNoProgram, segmentsWhenAsked],
    metafile: true,
    logLevel: 'warning',
  });
  refuseLazyCommonJs(metafile);
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

/** The editor provides `vscode` to modules; a package that requires it gets the same module. */
const vscodeAsModule: Plugin = {
  name: 'vscode-as-module',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^vscode$/ }, ({ kind }) =>
      kind === 'require-call' ? { path: 'vscode', namespace: 'vscode-as-module' } : { path: 'vscode', external: true },
    );
    onLoad({ filter: /.*/, namespace: 'vscode-as-module' }, () => ({ contents: "export * from 'vscode';" }));
  },
};
