import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { type FinishCreateParams, type FinishCreateResult, finishCreate } from '../server/create-protocol.ts';
import { input } from './quick-input.ts';
import { ask, reasonOf } from './server.ts';

/** What was typed must not be lost because the server failed, so that is an answer too. */
async function attempt(
  client: LanguageClient,
  params: FinishCreateParams,
): Promise<FinishCreateResult | { readonly kind: 'failed'; readonly message: string }> {
  try {
    return await ask<FinishCreateResult>(client, finishCreate, params);
  } catch (error) {
    return { kind: 'failed', message: `The server did not say that it wrote the handoff. ${reasonOf(error)}` };
  }
}

/** Has the handoff written, agreeing with the person on what has to be agreed on first, and shows it. */
export async function finish(client: LanguageClient, first: FinishCreateParams): Promise<void> {
  let params = first;
  for (;;) {
    const result = await attempt(client, params);
    switch (result.kind) {
      case 'written':
        return showWritten(client, result);
      case 'refused':
      case 'failed': {
        const again = 'Try Again';
        const said = result.kind === 'refused' ? `No handoff was written. ${result.message}` : result.message;
        if ((await vscode.window.showErrorMessage(said, again)) !== again) return;
        // It may be the place that was wrong.
        const { path: _, ...rest } = params;
        params = rest;
        break;
      }
      case 'place': {
        const path = await askPlace(result.path);
        if (path === undefined) return;
        params = { ...params, path };
        break;
      }
      case 'taken': {
        const taken = await askTaken(result);
        if (taken === undefined) return;
        params = { ...params, taken };
        break;
      }
      case 'errors': {
        const write = 'Write It Anyway';
        const detail = result.messages.join('\n');
        const options = { modal: true, detail };
        const chosen = await vscode.window.showWarningMessage('The new handoff would have errors.', options, write);
        if (chosen !== write) return;
        params = { ...params, despiteErrors: true };
      }
    }
  }
}

/** Where it goes, in a format without a usual place. What is wrong with it the server says. */
async function askPlace(proposed: string): Promise<string | undefined> {
  const question = {
    title: 'The file',
    description: 'Where it is written, relative to the repository.',
    required: true,
  };
  const step = await input(question, { title: 'Create Handoff: File', step: 1 }, async () => undefined, proposed);
  return typeof step === 'string' ? undefined : step.answer;
}

async function askTaken({
  path,
  free,
}: Extract<FinishCreateResult, { kind: 'taken' }>): Promise<'replace' | 'beside' | undefined> {
  const beside = {
    label: `$(new-file) Write ${free}`,
    description: 'the earlier handoff stays',
    value: 'beside' as const,
  };
  const replace = {
    label: `$(replace) Replace ${path}`,
    description: 'what it says now is lost unless it is committed',
    value: 'replace' as const,
  };
  const picked = await vscode.window.showQuickPick([beside, replace], {
    title: 'Create Handoff',
    placeHolder: `${path} is there already.`,
    ignoreFocusOut: true,
  });
  return picked?.value;
}

async function showWritten(
  client: LanguageClient,
  { handoff, sideFiles, base }: Extract<FinishCreateResult, { kind: 'written' }>,
): Promise<void> {
  const uri = client.protocol2CodeConverter.asUri(handoff);
  await vscode.window.showTextDocument(uri);
  const name = uri.path.split('/').at(-1);
  const against = base === undefined ? '' : `, measured against ${base}`;
  const split =
    sideFiles.length === 0
      ? ''
      : ` Long texts went into ${sideFiles.map((file) => file.split('/').at(-1)).join(' and ')}.`;
  void vscode.window.showInformationMessage(`Created ${name}${against}.${split}`);
}
