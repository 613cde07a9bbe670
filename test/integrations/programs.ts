import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A program of somebody else that tests drive. */
export interface Program {
  readonly title: string;
  /** Packages of Debian and its relatives that bring it. */
  readonly packages: readonly string[];
  isThere(): boolean;
}

export const neovim: Program = {
  title: 'Neovim',
  packages: ['neovim'],
  isThere: () => ends(0, 'nvim', '--version'),
};

export const emacs: Program = {
  title: 'Emacs with eglot',
  packages: ['emacs-nox', 'elpa-eglot'],
  isThere: () => ends(0, 'emacs', '--batch', '-q', '--eval', '(progn (package-initialize) (require (quote eglot)))'),
};

export const preCommit: Program = {
  title: 'pre-commit',
  packages: ['pre-commit'],
  isThere: () => ends(0, 'pre-commit', '--version'),
};

/** A folder of the JSON Schema Test Suite, with a folder for each dialect: a checkout's `tests`, else Debian's. */
export const suiteFolder =
  process.env['JSON_SCHEMA_TEST_SUITE'] ?? '/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance/tests';

/** The official tests of JSON Schema. Debian has them in a package of Perl's, which brings them as they are. */
export const jsonSchemaSuite: Program = {
  title: 'the JSON Schema Test Suite',
  packages: ['libtest-json-schema-acceptance-perl'],
  isThere: () => existsSync(suiteFolder),
};

export const programs: readonly Program[] = [neovim, emacs, preCommit, jsonSchemaSuite];

/** Installs packages with apt-get. Gives why not, for a person; undefined where it went well. */
export function install(packages: readonly string[]): string | undefined {
  if (!ends(0, 'apt-get', '--version')) return 'this machine has no apt-get';
  if (process.getuid?.() !== 0) return `apt-get needs root (apt-get install ${packages.join(' ')})`;
  const options = { stdio: 'pipe', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  try {
    execFileSync('apt-get', ['update', '--quiet'], options);
    execFileSync('apt-get', ['install', '--quiet', '--yes', '--no-install-recommends', ...packages], options);
    return undefined;
  } catch (error) {
    return `apt-get could not install it: ${error instanceof Error ? error.message.trim().split('\n').at(-1) : error}`;
  }
}

function ends(code: number, program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === code;
}
