import * as vscode from 'vscode';
import { type LanguageClient, State } from 'vscode-languageclient/node';
import { type ChosenFormat, chooseFormatNotification, formatsRequest, type KnownFormats } from '../server/protocol.ts';
import { handoffOf } from './handoff.ts';

/** Where choices are kept: ids of formats by the document's URI. */
const kept = 'chosenFormats';

/**
 * Asks which format a handoff is to be taken for, and keeps the answer for this workspace. A key binding may say it: `format`
 * is the id of a format, or null to let content decide.
 */
export async function chooseFormat(
  client: LanguageClient,
  state: vscode.Memento,
  argument: unknown,
  format: unknown,
): Promise<void> {
  const document = await handoffOf(argument);
  if (document === undefined) return;
  const uri = client.code2ProtocolConverter.asUri(document.uri);
  const choice = typeof format === 'string' || format === null ? { id: format } : await ask(client, document, uri);
  if (choice === undefined) return;
  const key = document.uri.toString();
  const { [key]: _, ...others } = choicesIn(state);
  await state.update(kept, choice.id === null ? others : { ...others, [key]: choice.id });
  await tell(client, { uri, ...(choice.id !== null && { format: choice.id }) });
}

/** Tells the server what was chosen before, whenever it starts. */
export function rememberChoices(client: LanguageClient, state: vscode.Memento): vscode.Disposable {
  return client.onDidChangeState(({ newState }) => {
    if (newState !== State.Running) return;
    for (const [uri, format] of Object.entries(choicesIn(state))) {
      void tell(client, { uri: client.code2ProtocolConverter.asUri(vscode.Uri.parse(uri)), format });
    }
  });
}

/** `id` is null where content is to decide. */
interface Choice extends vscode.QuickPickItem {
  readonly id: string | null;
}

async function ask(client: LanguageClient, document: vscode.TextDocument, uri: string): Promise<Choice | undefined> {
  const known: KnownFormats = await client.sendRequest(formatsRequest, { uri });
  return vscode.window.showQuickPick(choices(known), {
    title: 'Choose Format',
    placeHolder: `What is ${vscode.workspace.asRelativePath(document.uri)} to be checked as?`,
    matchOnDescription: true,
  });
}

function choices({ formats, found, chosen }: KnownFormats): readonly Choice[] {
  const mark = (isIt: boolean) => (isIt ? '$(check) ' : '');
  return [
    { id: null, label: `${mark(chosen === undefined)}Decide by Content`, description: 'and by where the file is' },
    { id: null, label: '', kind: vscode.QuickPickItemKind.Separator },
    ...formats.map(({ id, title, schema }) => ({
      id,
      label: `${mark(chosen === id)}${title}`,
      description: [id, ...(chosen === undefined && found === id ? ['found by content'] : [])].join(', '),
      ...(schema !== undefined && { detail: schema }),
    })),
  ];
}

function tell(client: LanguageClient, choice: ChosenFormat): Promise<void> {
  return client.sendNotification(chooseFormatNotification, choice);
}

function choicesIn(state: vscode.Memento): Readonly<Record<string, string>> {
  return state.get<Readonly<Record<string, string>>>(kept, {});
}
