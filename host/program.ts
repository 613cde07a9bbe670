import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

export interface ProgramSearch {
  /** Paths the user named; where there are any, nothing else is tried. They must be absolute. */
  readonly given?: readonly string[];
  /** Absolute paths of folders whose content is not trusted to be run. */
  readonly workspaceFolders: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Absolute path of the git program, or undefined. A program inside a workspace folder, by its path or by a link, is
 * never taken, nor is one that PATH names relative to the current folder: a repository could carry its own `git`.
 */
export async function findGit(search: ProgramSearch): Promise<string | undefined> {
  const fenced = await fencedFolders(search.workspaceFolders);
  for (const candidate of placesOfGit(search, process.platform)) {
    const isFree = (file: string) => !fenced.some((folder) => contains(folder, file));
    if (!isFree(candidate) || !(await isProgram(candidate))) continue;
    if (isFree(await realpath(candidate))) return candidate;
  }
  return undefined;
}

/** Whether a path is the folder or lies in it, compared by segments; both absolute. */
export function contains(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || !(relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative));
}

/** Where git is looked for, in that order. */
export function placesOfGit(search: ProgramSearch, platform: NodeJS.Platform): readonly string[] {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  if (search.given !== undefined && search.given.length > 0)
    return search.given.filter((file) => paths.isAbsolute(file));
  const { environment } = search;
  const name = platform === 'win32' ? 'git.exe' : 'git';
  const listed = (variable(environment, 'PATH') ?? '')
    .split(paths.delimiter)
    .map((folder) => (platform === 'win32' ? folder.replace(/^"(.*)"$/, '$1') : folder))
    .filter((folder) => paths.isAbsolute(folder))
    .map((folder) => paths.join(folder, name));
  if (platform === 'win32') return [...listed, ...windowsPlaces(environment)];
  if (platform !== 'darwin') return listed;
  // /usr/bin/git of macOS only asks to install the developer tools where they are missing: their own git comes first.
  return [...listed.filter((file) => file !== '/usr/bin/git'), ...macPlaces];
}

const macPlaces = [
  '/Library/Developer/CommandLineTools/usr/bin/git',
  '/Applications/Xcode.app/Contents/Developer/usr/bin/git',
  '/opt/homebrew/bin/git',
  '/usr/local/bin/git',
];

function windowsPlaces(environment: ProgramSearch['environment']): readonly string[] {
  const installed = ['ProgramW6432', 'ProgramFiles', 'ProgramFiles(x86)'].map((name) => variable(environment, name));
  const local = variable(environment, 'LocalAppData');
  return [...installed, local && path.win32.join(local, 'Programs')]
    .filter((folder) => folder !== undefined && path.win32.isAbsolute(folder))
    .map((folder) => path.win32.join(folder ?? '', 'Git', 'cmd', 'git.exe'));
}

/** The names of Windows' variables differ in case from machine to machine. */
function variable(environment: ProgramSearch['environment'], name: string): string | undefined {
  return (
    environment[name] ?? Object.entries(environment).find(([key]) => key.toUpperCase() === name.toUpperCase())?.[1]
  );
}

/** A workspace that is the whole disk or holds the home folder cannot be told from the machine itself. */
async function fencedFolders(folders: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const folder of folders) {
    for (const place of [path.resolve(folder), await realpath(folder).catch(() => undefined)]) {
      if (place !== undefined && path.dirname(place) !== place && !contains(place, homedir())) found.add(place);
    }
  }
  return [...found];
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
