import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDocument, type Sample, split } from './fixture.ts';
import { sample } from './fixtures.ts';

/*
 * A fixture of what a person is shown at a caret, `│`, in a document. The document is written as in fixtures of rules
 * (`...`, `<a*4001>`, flags); behind it and the optional `=== facts` stand the expectations:
 *
 *   === offers                  all that completion offers, in order: `label` or `label | detail` in a line
 *   === offers first            what it begins with
 *   === leaves out              labels that are not offered, one in a line
 *   === preselects LABEL        the one item that is chosen at once
 *   === accepts LABEL           the document after the item replaced the token, every tab stop left as it is
 *   === inserts LABEL           the same where the client inserts and so leaves what stands behind the caret
 *   === snippet LABEL           the item's text as an LSP snippet
 *   === documentation LABEL     the item's Markdown
 *   === completion needs, === hover needs     JSON: what is asked of the surroundings
 *   === hover TOKEN             the hover's Markdown; TOKEN is the text under its range
 *   === no hover
 *   === links                   all links of the document: `path`, or `path < text under the range` where it differs
 */

export interface FeatureFixture {
  /** Folder and name of its file without the extension. */
  readonly name: string;
  readonly promise: string;
  readonly path: string;
  /** Without the caret. */
  readonly text: string;
  readonly offset: number;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly expectations: readonly Expectation[];
}

export interface Expectation {
  /** The section's title without what follows the words that name it. */
  readonly kind: string;
  /** A label or a token. */
  readonly subject: string;
  /** A document where the section holds one, else the lines. */
  readonly body: string;
}

const KINDS = [
  'offers first',
  'offers',
  'leaves out',
  'preselects',
  'accepts',
  'inserts',
  'snippet',
  'documentation',
  'completion needs',
  'hover needs',
  'no hover',
  'hover',
  'links',
];

const CARET = '│';
const folder = join(dirname(fileURLToPath(import.meta.url)), '../features');

/** Every `test/features/<feature>/<case>.fixture`, sorted. */
export function featureFixtures(): readonly FeatureFixture[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.fixture'))
    .sort()
    .map((file) => {
      const name = file.slice(0, -'.fixture'.length);
      try {
        return readFeatureFixture(name, readFileSync(join(folder, file), 'utf8'), sample);
      } catch (error) {
        throw new Error(`features/${file}: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
}

/** `<a*3>` and the like written out. */
function plain(line: string): string {
  return readDocument(line.split('\n'), ['no-newline'], {}).text;
}

function readFeatureFixture(name: string, source: string, sample: Sample): FeatureFixture {
  const [head, document, ...rest] = split(source);
  if (head === undefined || document === undefined) throw new Error('A fixture needs a promise and a document.');
  const [path = '', ...flags] = document.title.split(' ');
  const { text } = readDocument(document.body, flags, sample(path));
  const offset = text.indexOf(CARET);
  if (offset < 0 || text.includes(CARET, offset + 1)) throw new Error('A document needs one caret.');
  const facts = rest.find(({ title }) => title === 'facts')?.body.join('\n') ?? '{}';
  return {
    name,
    promise: head.body.join('\n').trim(),
    path,
    text: text.replace(CARET, ''),
    offset,
    facts: JSON.parse(facts),
    expectations: rest
      .filter(({ title }) => title !== 'facts')
      .map(({ title, body }) => {
        const kind = KINDS.find((kind) => title === kind || title.startsWith(`${kind} `));
        if (kind === undefined) throw new Error(`No such section: === ${title}`);
        const isDocument = kind === 'accepts' || kind === 'inserts';
        const lines = body.join('\n').trim();
        return {
          kind,
          subject: plain(title.slice(kind.length).trim()),
          body: isDocument ? readDocument(body, flags, sample(path)).text : plain(lines),
        };
      }),
  };
}
