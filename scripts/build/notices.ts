import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/**
 * The licences of all packages whose code is in a bundle, sorted by name. A package that only names the MIT licence gets
 * its words, which are those of our own; fails for any other that brings no text.
 */
export async function notices(top: string, { inputs, outputs }: Metafile): Promise<string> {
  const used = new Set(Object.values(outputs).flatMap((output) => Object.keys(output.inputs)));
  const folders = new Set(Object.keys(inputs).flatMap((path) => (used.has(path) ? (packageOf(path) ?? []) : [])));
  const sections = await Promise.all([...folders].map((folder) => notice(top, folder)));
  return [HEAD, ...sections.sort()].join(`\n${'-'.repeat(80)}\n\n`);
}

const HEAD = 'Agent Handoff contains code of these packages.\n';

/** Folder of the package that a file belongs to, or was generated from; undefined for the project's own. */
function packageOf(path: string): string | undefined {
  const generated = GENERATED.find(([file]) => file.test(path))?.[1];
  return generated ?? /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

/** Generated files that hold code of a package. */
const GENERATED: readonly (readonly [RegExp, string])[] = [
  [/^core\/generated\/\w+\.validator\.js$/, 'node_modules/ajv'],
  [/^core\/generated\/secrets\.js$/, 'node_modules/@secretlint/secretlint-rule-preset-recommend'],
];

async function notice(top: string, path: string): Promise<string> {
  const folder = join(top, path);
  const { name, version, license, author } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const [file] = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying)([-.].+)?$/i.test(file));
  if (file === undefined && license !== 'MIT') {
    throw new Error(`${name} ${version} brings no licence text: it must not be bundled.`);
  }
  const text =
    file === undefined
      ? `Copyright (c) ${author?.name ?? author}\n\n${await permission(top)}`
      : (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}

/** The MIT licence without whose it is. */
async function permission(top: string): Promise<string> {
  const own = await readFile(join(top, 'LICENSE'), 'utf8');
  return own.slice(own.indexOf('Permission is hereby granted'));
}
