import { expect, test } from 'vitest';
import type { CodeAction, Range } from 'vscode-languageserver/node';
import { createPositions } from '../../server/positions.ts';
import type { Client } from '../harness/client.ts';
import { handoff, uri } from '../harness/handoffs.ts';
import { randomFrom } from '../harness/mutate.ts';
import { serverStarter } from '../harness/server.ts';

const start = serverStarter();

/** The texts that are typed in, and findings around them. */
const { task_id, previous_bot: _, ...rest } = JSON.parse(handoff());
const members = {
  ...{ task_id, previous_bot: '' },
  ...{ pending_work: 'The parser is left.\n한글 🚧', known_failures: 'None of them is new.' },
  ...{ ...rest, handoff_reason: 'interupt', created_at: '2026-05-05 12:34:56Z' },
};
const text = JSON.stringify(members, null, 2);

const everything: Range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

/** The actions for all findings, with what they would change. */
async function actions({ connection }: Client) {
  const params = { textDocument: { uri }, range: everything, context: { diagnostics: [] } };
  const found = (await connection.sendRequest<readonly CodeAction[] | null>('textDocument/codeAction', params)) ?? [];
  const resolved = found
    // What makes a file has everything around the document asked for anew.
    .filter(({ title, data }) => data !== undefined && !title.startsWith('Move'))
    .map((one) => connection.sendRequest<CodeAction>('codeAction/resolve', one));
  const edits = (await Promise.all(resolved)).map(({ edit }) => edit?.documentChanges);
  return JSON.stringify([found.map(({ title }) => title), edits]);
}

test('whatever was typed, and asked for meanwhile, findings and actions are those of the text opened anew', async () => {
  const [client, other] = [await start(), await start()];
  await client.open(uri, text);
  const random = randomFrom(11);
  const pieces = ['x', ' ', '', '🚧', 'é', 'xy', '\\n', 'none', ',', '"'];
  let now = text;
  for (let version = 2; version < 150; version++) {
    const changes = Array.from({ length: random() < 0.8 ? 1 : 2 }, () => {
      const positions = createPositions(now, 'utf-16');
      const from = random() < 0.95 ? now.indexOf(random() < 0.5 ? 'pending_work' : 'known_failures') + 17 : 0;
      const at = from + Math.floor(random() * (from === 0 ? now.length : 16));
      const end = random() < 0.6 ? at : at + 2;
      const piece = pieces[Math.floor(random() * pieces.length)] ?? '';
      const range = positions.rangeOf({ start: at, end });
      const span = positions.spanOf(range);
      now = now.slice(0, span.start) + piece + now.slice(span.end);
      return { range, text: piece };
    });
    await client.change(uri, version, ...changes);
    if (random() < 0.3) await actions(client);
    if (random() < 0.4) continue;
    await other.open(uri, now, { version });
    expect(await client.diagnostics(uri), now).toEqual(await other.diagnostics(uri));
    expect(await actions(client), now).toEqual(await actions(other));
    await other.close(uri);
    if (isJson(now)) continue;
    now = text;
    await client.change(uri, version, { text });
  }
});

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}
