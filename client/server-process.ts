import { type ChildProcess, fork } from 'node:child_process';

/** A server that was started, or could not be. */
export type ServerProcess = ChildProcess;

/**
 * Starts the server, to be spoken to over the channel of the process. It is debugged along with the extension, on port 6009.
 * Whether it starts or not, nothing is thrown into the extension host later: look at `pid`, which only one that started has, and at `connected`.
 *
 * @param module Absolute path of its program.
 */
export function forkServer(module: string): ServerProcess {
  // Not --inspect-port, which opens none: the editor gives it to every extension host.
  const debugged = process.execArgv.some((argument) => /^--inspect(?:-brk|-wait)?(?:=|$)/.test(argument));
  const server = fork(module, ['--node-ipc', `--clientProcessId=${process.pid}`], {
    silent: true,
    execArgv: debugged ? ['--nolazy', '--inspect=6009'] : [],
    // On the desktop the extension host's program is Electron's.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', ELECTRON_NO_ASAR: '1' },
  });
  server.on('error', () => {});
  return server;
}
