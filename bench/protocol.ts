import type { CompletionItem, Diagnostic, Position } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { countsFor } from './documents.ts';
import { inTurn } from './measure.ts';
import { difference, type PlainFinding, plainFindings } from './plain.ts';
import { type Editor, startEditor } from './protocol/client.ts';
import type { ServerProgram } from './protocol/servers.ts';
import { inTemporaryFolder, makeRepository, type Written } from './repository.ts';

/** What is measured of a server, in milliseconds and bytes: lists with a value for every time it was done. */
export interface Samples {
  /** From the start of the process to the first diagnostics. */
  readonly start: number[];
  /** From the start of the process until git and the disk have been asked. */
  readonly complete: number[];
  /** From a character that is typed into a text for people to the diagnostics of the new text. */
  readonly keystroke: number[];
  /** The same into one of the paths in the middle of a list. */
  readonly path: number[];
  /** The same for a quote after which the text is no JSON any more, and for taking it back. */
  readonly broken: number[];
  /** From a typed character to the completions behind it. */
  readonly completion: number[];
  readonly hover: number[];
  /** The actions for a finding, with the edit of the first, which is asked for separately where there is one. */
  readonly action: number[];
  /** The most memory that the process held. */
  readonly peak: number[];
}

export interface DocumentResult {
  readonly bytes: number;
  /** Its size as it was asked for, for a person. */
  readonly size: string;
  readonly mistake: boolean;
  /** By the server's name, ours first. */
  readonly servers: ReadonlyMap<string, Samples>;
}

interface Plan {
  readonly size: string;
  readonly bytes: number;
  /** How often each server is started. */
  readonly rounds: number;
  /** How often something is done in each round; even, so that what is typed is taken back. */
  readonly times: number;
}

const plans: readonly Plan[] = [
  { size: '1.4 KB', bytes: 1400, rounds: 11, times: 40 },
  { size: '30 KB', bytes: 30_000, rounds: 11, times: 40 },
  { size: '1 MB', bytes: 1_000_000, rounds: 7, times: 12 },
  { size: '30 MB', bytes: 30_000_000, rounds: 3, times: 6 },
];

const quickPlans: readonly Plan[] = [
  { size: '1.4 KB', bytes: 1400, rounds: 5, times: 30 },
  { size: '30 KB', bytes: 30_000, rounds: 5, times: 30 },
  { size: '1 MB', bytes: 1_000_000, rounds: 3, times: 10 },
];

/**
 * Measures servers beside one another, each in a process of its own, with true handoffs in a git repository and with ones
 * that have one mistake. Fails where ours does not report what the plain path finds, or another one misses the mistake.
 */
export async function measureProtocol(
  servers: readonly ServerProgram[],
  { quick, say }: { readonly quick: boolean; readonly say: (line: string) => void },
): Promise<readonly DocumentResult[]> {
  const results: DocumentResult[] = [];
  for (const plan of quick ? quickPlans : plans) {
    const pair = [false, true].map((mistake) => ({ ...plan, mistake }));
    results.push(...(await inTemporaryFolder((folder) => measurePair(servers, folder, pair, say))));
  }
  return results;
}

/** Documents of one size in a repository of their own. */
async function measurePair(
  servers: readonly ServerProgram[],
  folder: string,
  pair: readonly (Plan & { readonly mistake: boolean })[],
  say: (line: string) => void,
): Promise<readonly DocumentResult[]> {
  const tasks = pair.map(({ bytes, mistake }, index) => {
    const { paths, results } = countsFor(bytes);
    return { task: `task-${index + 1}`, changes: paths, from: 0, results, mistake };
  });
  const results: DocumentResult[] = [];
  for (const [index, one] of (await makeRepository(folder, tasks)).entries()) {
    const plan = pair[index];
    if (plan === undefined) continue;
    say(`protocol: ${plan.size}, ${plan.mistake ? 'one mistake' : 'valid'}`);
    results.push(await measureDocument(servers, folder, one, plan));
  }
  return results;
}

async function measureDocument(
  servers: readonly ServerProgram[],
  folder: string,
  written: Written,
  { size, bytes, mistake, rounds, times }: Plan & { readonly mistake: boolean },
): Promise<DocumentResult> {
  const plain = (await plainFindings(folder, [written], true)).get(written.file) ?? [];
  if (plain.length !== (mistake ? 1 : 0)) throw new Error(`${written.file} has ${plain.length} findings.`);
  const places = placesIn(written);
  const measured = new Map(servers.map(({ name }) => [name, noSamples()]));
  const runs = servers.map((server) => async (counts: boolean) => {
    const samples = counts ? (measured.get(server.name) ?? noSamples()) : noSamples();
    const expect = (found: readonly Diagnostic[]) => expectFindings(server, written, plain, found);
    await session(server, folder, { written, places, times: counts ? times : 2, expect }, samples);
  });
  await inTurn(rounds, runs, { cold: bytes > 10_000_000 });
  return { bytes: Buffer.byteLength(written.text), size, mistake, servers: measured };
}

interface Session {
  readonly written: Written;
  readonly places: Places;
  readonly times: number;
  /** Throws where diagnostics are not those wanted. */
  readonly expect: (found: readonly Diagnostic[]) => void;
}

/** Starts a server, opens the document, works in it for a while and closes the server. */
async function session(
  server: ServerProgram,
  folder: string,
  { written, places, times, expect }: Session,
  samples: Samples,
): Promise<void> {
  const begin = performance.now();
  const editor = await startEditor(server, folder);
  await editor.open(written.file, written.text);
  await editor.pull();
  samples.start.push(performance.now() - begin);
  await editor.settled;
  samples.complete.push(performance.now() - begin);
  const diagnostics = await editor.pullAnew();
  expect(diagnostics);
  for (let n = 0; n < times; n++) samples.keystroke.push(await timeOf(() => typeAndPull(editor, places.typing, n)));
  for (let n = 0; n < times; n++) samples.path.push(await timeOf(() => typeAndPull(editor, places.path, n)));
  for (let n = 0; n < times; n++) samples.broken.push(await timeOf(() => typeAndPull(editor, places.typing, n, '"')));
  for (let n = 0; n < times; n++) samples.completion.push(await timeOf(() => typeAndComplete(editor, places, n)));
  for (let n = 0; n < times; n++) samples.hover.push(await timeOf(() => hover(editor, places)));
  if (diagnostics.length > 0) {
    for (let n = 0; n < times; n++) samples.action.push(await timeOf(() => act(editor, diagnostics)));
  }
  expect(await editor.pullAnew());
  const peak = await editor.peak();
  if (peak !== undefined) samples.peak.push(peak);
  await editor.end();
}

async function typeAndPull(editor: Editor, at: Position, n: number, character = 'x'): Promise<void> {
  await type(editor, at, n, character);
  await editor.pull();
}

async function typeAndComplete(editor: Editor, { typing, choice }: Places, n: number): Promise<void> {
  await type(editor, typing, n);
  const { items } = await editor.complete(choice);
  if (!items.some(offersChoice)) throw new Error('A server offers none of the values that are allowed.');
}

async function hover(editor: Editor, { name }: Places): Promise<void> {
  if ((await editor.hover(name)) === null) throw new Error('A server has nothing to say about a member.');
}

async function act(editor: Editor, diagnostics: readonly Diagnostic[]): Promise<void> {
  const [diagnostic] = diagnostics;
  if (diagnostic === undefined) return;
  const [first] = await editor.actions(diagnostic.range, [diagnostic]);
  if (first?.data !== undefined && first.edit === undefined) await editor.resolve(first);
}

/** Types a character and, the next time, takes it back. */
async function type(editor: Editor, at: Position, n: number, character = 'x'): Promise<void> {
  const typed = n % 2 === 0;
  const end = typed ? at : { line: at.line, character: at.character + 1 };
  await editor.change({ range: { start: at, end }, text: typed ? character : '' });
}

/** Where something is done in a document. */
interface Places {
  /** In a text that follows the long lists. */
  readonly typing: Position;
  /** In one of the paths in the middle of the list of those that were changed. */
  readonly path: Position;
  /** In the value that has a choice of three. */
  readonly choice: Position;
  /** On the name of that member. */
  readonly name: Position;
}

function placesIn({ text }: Written): Places {
  const document = TextDocument.create('', 'json', 1, text);
  const after = (token: string) => document.positionAt(text.lastIndexOf(token) + token.length);
  return {
    typing: after('"known_failures": "'),
    path: document.positionAt(text.indexOf('table-', text.indexOf('"allowed_paths"') / 2)),
    choice: after('"handoff_reason": "'),
    name: after('"handoff_re'),
  };
}

function offersChoice({ label }: CompletionItem): boolean {
  return label.includes('takeover_request');
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

const severities = ['', 'error', 'warning', 'information', 'hint'];

function expectFindings(
  server: ServerProgram,
  { file }: Written,
  plain: readonly PlainFinding[],
  found: readonly Diagnostic[],
): void {
  if (server.isIdle) return;
  if (server.status === undefined) {
    if (found.length === plain.length) return;
    throw new Error(`${server.name} reports ${found.length} mistakes of ${plain.length} in ${file}.`);
  }
  const at = ({ line, character }: Position) => `${line}:${character}`;
  const seen = found.map(({ code, severity, message, range }) => ({
    rule: String(code),
    severity: severities[severity ?? 0] ?? '',
    message: typeof message === 'string' ? message : message.value,
    start: at(range.start),
    end: at(range.end),
  }));
  const wrong = difference(new Map([[file, plain]]), new Map([[file, seen]]));
  if (wrong !== undefined) throw new Error(wrong);
}

function noSamples(): Samples {
  return {
    start: [],
    complete: [],
    keystroke: [],
    path: [],
    broken: [],
    completion: [],
    hover: [],
    action: [],
    peak: [],
  };
}
