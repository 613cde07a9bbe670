import { join } from 'node:path';
import * as vscode from 'vscode';
import { commandIds } from './command-ids.ts';
import type { Running } from './language-client.ts';
import { forkServer } from './server-process.ts';

let starting: Promise<Running> | undefined;
const ending = new AbortController();

/**
 * Registers what a person can ask for, and has the language client loaded and started. Nothing waits for that but commands
 * given meanwhile: its code takes far longer to load than all that is done here.
 */
export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel('Agent Handoff', { log: true });
  const started = start(context, output);
  starting = started;
  context.subscriptions.push(
    output,
    ...commandIds.map((id) =>
      vscode.commands.registerCommand(`agentHandoff.${id}`, async (...given: readonly unknown[]) => {
        const { commands } = await started;
        return commands[id](...given);
      }),
    ),
    vscode.commands.registerCommand('agentHandoff.showProblems', () =>
      vscode.commands.executeCommand('workbench.actions.view.problems'),
    ),
    vscode.commands.registerCommand('agentHandoff.showOutput', () => output.show()),
  );
  started
    .then(({ ready }) => ready)
    .catch((error: unknown) => (ending.signal.aborted ? undefined : reportFailedStart(error, output)));
}

/** Stops the server, also one that is only starting. */
export async function deactivate(): Promise<void> {
  ending.abort();
  const running = await starting?.catch(() => undefined);
  await running?.stop();
}

/** The server takes longest to start, so it comes first, and the client is loaded meanwhile. */
async function start(context: vscode.ExtensionContext, output: vscode.LogOutputChannel): Promise<Running> {
  const module = context.asAbsolutePath(join('dist', 'server.js'));
  const server = forkServer(module);
  try {
    const { startClient } = await import('./language-client.ts');
    ending.signal.throwIfAborted();
    return startClient(context, output, module, server);
  } catch (error) {
    server.kill();
    throw error;
  }
}

async function reportFailedStart(error: unknown, output: vscode.LogOutputChannel): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const again = 'Restart Server';
  const chosen = await vscode.window.showErrorMessage(
    `The Agent Handoff server did not start, so handoffs are not checked: ${reason}`,
    again,
    'Show Output',
  );
  if (chosen === again) {
    await vscode.commands
      .executeCommand('agentHandoff.restartServer')
      .then(undefined, (failure: unknown) => reportFailedStart(failure, output));
  } else if (chosen !== undefined) output.show();
}
