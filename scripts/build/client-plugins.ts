import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';

/* What keeps the extension's code small and quick to load. */

/**
 * What the editor provides as `vscode` is required, by modules too. To import it, the editor would make a module of it first,
 * and the bundler copies all its names for each file that imports them.
 */
export const vscodeRequired: Plugin = {
  name: 'vscode-required',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[\\/]client[\\/][\w-]+\.ts$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      const required = code.replace("import * as vscode from 'vscode';", "const vscode = require('vscode');");
      return { contents: required, loader: 'ts' };
    });
    onResolve({ filter: /^vscode$/ }, ({ kind, importer }) =>
      kind === 'require-call'
        ? { path: 'vscode', external: true }
        : { errors: [{ text: `${importer} must say: import * as vscode from 'vscode';` }] },
    );
  },
};

/** What is loaded late and a program of its own is left to be that. */
export function importsPrograms(top: string, programs: Readonly<Record<string, string>>): Plugin {
  const names = new Map(Object.entries(programs).map(([name, source]) => [source, name]));
  return {
    name: 'imports-programs',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ kind, resolveDir, path }) => {
        const name = names.get(relative(top, join(resolveDir, path)).replaceAll('\\', '/'));
        return kind === 'dynamic-import' && name !== undefined ? { path: `./${name}.mjs`, external: true } : undefined;
      });
    },
  };
}

/** The language client asks whether VS Code is new enough for it: our manifest demands a newer one. */
export const checksNoVersion: Plugin = {
  name: 'checks-no-version',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^semver\/functions\/(parse|satisfies)$/ }, ({ path, importer }) =>
      languageClient.test(importer) ? { path, namespace: 'checks-no-version' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'checks-no-version' }, ({ path }) => ({
      contents: `module.exports = () => ${path.endsWith('parse') ? '({ prerelease: [] })' : 'true'};`,
    }));
  },
};

/** The language client loads a matcher of globs, for features of which the server uses none. */
export const matchesWhenAsked: Plugin = {
  name: 'matches-when-asked',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^minimatch$/ }, ({ path, importer }) =>
      languageClient.test(importer) ? { path, namespace: 'matches-when-asked' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'matches-when-asked' }, () => ({
      contents:
        "exports.Minimatch = function (...given) { return Reflect.construct(require('minimatch').Minimatch, given); };",
      resolveDir: import.meta.dirname,
    }));
  },
};

const languageClient = /[\\/]node_modules[\\/]vscode-languageclient[\\/]/;
