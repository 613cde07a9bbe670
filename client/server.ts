import { type LanguageClient, State } from 'vscode-languageclient/node';

/** Asks the server. One that is not running is started: the user wants something that needs it. */
export async function ask<Result>(client: LanguageClient, method: string, params: object): Promise<Result> {
  if (client.state === State.Stopped) await client.restart();
  return client.sendRequest<Result>(method, params);
}

/** What went wrong, for a message. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
