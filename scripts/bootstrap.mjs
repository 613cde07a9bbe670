// Plain JavaScript without dependencies: it runs where nothing is installed yet, on Node 20 or newer.
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const node24 = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Installs the project's packages where they are missing or older than `package-lock.json`, then runs a script of this
 * folder on the project's own Node with the arguments of this process, and ends as it ends.
 *
 * @param {string} script name of a TypeScript file in this folder
 */
export async function bootstrap(script) {
  const reason = whyInstall();
  if (reason !== undefined) await install(reason);
  const path = [dirname(node24), join(modules, '.bin'), process.env['PATH'] ?? ''].join(
    process.platform === 'win32' ? ';' : ':',
  );
  const args = [join(root, 'scripts', script), ...process.argv.slice(2)];
  process.exitCode = await run(node24, args, { ...process.env, PATH: path });
}

/** Why the packages must be installed, for a person; undefined where they are as the lock file says. */
function whyInstall() {
  if (!existsSync(join(modules, '.package-lock.json'))) return 'They are not there yet';
  if (!existsSync(node24)) return "The project's own Node is missing";
  const wanted = packages(join(root, 'package-lock.json'));
  const present = packages(join(modules, '.package-lock.json'));
  for (const [path, { version, optional }] of Object.entries(wanted)) {
    if (path === '' || (optional && present[path] === undefined)) continue;
    if (present[path]?.version !== version) return `${path.slice('node_modules/'.length)} is not the version locked`;
  }
  return undefined;
}

/** @param {string} lockFile */
function packages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

/** @param {string} reason */
async function install(reason) {
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(
      `The packages must be installed (${reason}), but node_modules is a link: install where it leads to.`,
    );
  }
  console.log(`Installing the packages this project needs with npm. ${reason}; this takes about a minute.`);
  const code = await run(...npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']));
  if (code !== 0) {
    throw new Error('npm could not install the packages; its messages are above. Repair what they name and try again.');
  }
}

/**
 * The npm that started this process, else the one on the PATH.
 *
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
function npm(args) {
  const running = process.env['npm_execpath'];
  if (running !== undefined && basename(running) === 'npm-cli.js') return [process.execPath, [running, ...args]];
  return process.platform === 'win32' ? ['cmd.exe', ['/d', '/c', 'npm', ...args]] : ['npm', args];
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the exit code, 1 where a signal ended it
 */
function run(command, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
    const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    // A terminal sends Ctrl+C to both; this process stays until the other has tidied up.
    const wait = () => {};
    process.on('SIGTERM', forward);
    process.on('SIGHUP', forward);
    process.on('SIGINT', wait);
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('SIGTERM', forward);
      process.off('SIGHUP', forward);
      process.off('SIGINT', wait);
      resolve(code ?? 1);
    });
  });
}
