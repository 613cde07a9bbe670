import * as vscode from 'vscode';
import { type LanguageClient, State } from 'vscode-languageclient/node';
import { type ChosenFormat, chooseFormatNotification, formatsRequest, type KnownFormats } from '../server/protocol.ts';
import { handoffOf } from './handoff.ts';

/** Where choices are kept: ids of formats by the document's URI. */
const kept = 'chosenFormats';

/** Asks which format a handoff is to be taken for, and keeps the answer for this workspace. */
export async function chooseFormat(client: LanguageClient, state: vscode.Memento, argument: unknown): Promise<void> {
  const document = await handoffOf(argument);
  if (document === undefined) return;
  const uri = client.code2ProtocolConverter.asUri(document.uri);
  const known: KnownFormats = await client.sendRequest(formatsRequest, { uri });
  const picked = await vscode.window.showQuickPick(choices(known), {
    title: 'Choose Format',
    placeHolder: `What is ${vscode.workspace.asRelativePath(document.uri)} to be checked as?`,
    matchOnDescription: true,
  });
  if (picked === undefined) return;
  const { [document.uri.toString()]: _, ...others } = choicesIn(state);
  const chosen = picked.id === undefined ? others : { ...others, [document.uri.toString()]: picked.id };
  await state.update(kept, chosen);
  await tell(client, { uri, ...(picked.id !== undefined && { format: picked.id }) });
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

interface Choice extends vscode.QuickPickItem {
  readonly id: string | undefined;
}

function choices({ formats, found, chosen }: KnownFormats): readonly Choice[] {
  const mark = (isIt: boolean) => (isIt ? '$(check) ' : '');
  return [
    { id: undefined, label: `${mark(chosen === undefined)}Decide by Content`, description: 'and by where the file is' },
    { id: undefined, label: '', kind: vscode.QuickPickItemKind.Separator },
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
