// Preloaded into the VS Code server, and by that into each extension host: says how long the host's thread is at our code.
import childProcess from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const { BENCH_FOLDER: folder = '', BENCH_EXTENSION: extension = '' } = process.env;

if (process.argv.includes('--type=extensionHost')) await measure();
else passOn();

/** The server hands on none of its own options. */
function passOn() {
  const { fork } = childProcess;
  childProcess.fork = (file, args, options) => {
    if (!args?.includes('--type=extensionHost')) return fork(file, args, options);
    const preload = ['--experimental-vm-modules', '--no-warnings', '--import', import.meta.url];
    return fork(file, args, { ...options, execArgv: [...options.execArgv, ...preload] });
  };
  syncBuiltinESMExports();
}

/** Until the folder has a file `stop`; what was measured is then in `PID.json`, in milliseconds. */
async function measure() {
  const imported = new Set();
  registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:') && isOurs(url) && /\.m?js$/.test(url)) imported.add(url);
      return next(url, context);
    },
  });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  const timer = setInterval(async () => {
    if (!existsSync(join(folder, 'stop'))) return;
    clearInterval(timer);
    const { profile } = await session.post('Profiler.stop');
    const measured = { ran: ranIn(profile), compiled: compiling(imported) };
    const file = join(folder, `${process.pid}.json`);
    writeFileSync(`${file}.part`, JSON.stringify(measured));
    renameSync(`${file}.part`, file);
  }, 100);
}

/** The samples in which our code ran, or something that it had called. */
function ranIn({ nodes, samples, timeDeltas }) {
  const ours = new Set();
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  for (const { id, callFrame } of nodes) {
    if (isOurs(callFrame.url) || ours.has(parents.get(id))) ours.add(id);
  }
  const microseconds = samples.reduce((sum, id, index) => sum + (ours.has(id) ? (timeDeltas[index + 1] ?? 0) : 0), 0);
  return microseconds / 1000;
}

/** Node compiles modules outside of all their code, so it is done once more, alone. */
function compiling(urls) {
  const sources = [...urls].map((url) => readFileSync(fileURLToPath(url), 'utf8'));
  const begin = performance.now();
  for (const source of sources) new vm.SourceTextModule(source);
  return performance.now() - begin;
}

function isOurs(url) {
  return url.includes(`/${extension}-`);
}
