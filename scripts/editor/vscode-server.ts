import { join } from 'node:path';
import { installOnce, runNpm } from './cache.ts';

const version = '4.139.1';

/**
 * Gives the file that starts the VS Code server 1.139, which is installed first where it is missing.
 *
 * Nothing need be compiled for it: file watching, search and terminals come as built code, and what else it would
 * compile (Kerberos, which needs system headers, telemetry ids) is not used here. Only its log channels need a
 * module that is compiled: that is tried, and without a compiler they stay empty.
 */
export async function vscodeServer(): Promise<string> {
  const folder = await installOnce({ name: 'code-server', version, title: 'the VS Code server (600 MB)', finish });
  return join(folder, 'node_modules', 'code-server', 'lib', 'vscode', 'out', 'server-main.js');
}

async function finish(folder: string, log: string): Promise<void> {
  const vscode = join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  const args = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  await runNpm("Fetching the server's own packages", args, vscode, log);
  await runNpm("Fetching the packages of the server's extensions", args, join(vscode, 'extensions'), log);
  try {
    await runNpm("Compiling the server's log writer", ['rebuild', '@vscode/spdlog'], vscode, log);
  } catch {
    console.log(
      'It could not be compiled (that takes python3, make and g++): the Output panel of this editor will stay empty.',
    );
  }
}
