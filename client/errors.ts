import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  type ErrorHandler,
  type LanguageClient,
} from 'vscode-languageclient/node';

/** Crashes that are answered by a restart: more within the window mean that something makes the server fail each time. */
const RESTARTS = 3;
const WINDOW = 3 * 60_000;

/**
 * Restarts a server that died, a few times. After that it says so once, with a way to start it again, instead of dying in
 * a loop on the same document.
 */
export function keepAlive(client: () => LanguageClient): ErrorHandler {
  let deaths: number[] = [];
  return {
    error: () => ({ action: ErrorAction.Continue }),
    closed(): CloseHandlerResult {
      const now = Date.now();
      deaths = [...deaths.filter((time) => now - time < WINDOW), now];
      if (deaths.length <= RESTARTS) return { action: CloseAction.Restart, handled: true };
      deaths = [];
      void giveUp(client());
      return { action: CloseAction.DoNotRestart, handled: true };
    },
  };
}

async function giveUp(client: LanguageClient): Promise<void> {
  client.diagnostics?.clear();
  const again = 'Restart Server';
  const chosen = await vscode.window.showErrorMessage(
    'The Agent Handoff server stopped several times, so handoffs are no longer checked.',
    again,
    'Show Output',
  );
  if (chosen === again) await vscode.commands.executeCommand('agentHandoff.restartServer');
  else if (chosen !== undefined) client.outputChannel.show();
}
