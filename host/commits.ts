import type { CommitFact } from '../core/evidence/facts.ts';
import type { Found } from './found.ts';
import { ask, found } from './found.ts';
import type { Git } from './git.ts';
import { describeCommits } from './lists.ts';

/**
 * What the repository knows of commit ids, keyed by the id in lower case. Ids are names of objects alone: a branch that
 * looks like one is not what is meant. What is not 4 to 64 hex digits is not asked for and gets no entry. Two
 * processes for any number of ids, two more where abbreviations turn out to be ambiguous.
 */
export async function lookUpCommits(
  git: Git,
  folder: string,
  ids: Iterable<string>,
  signal?: AbortSignal,
): Promise<Found<ReadonlyMap<string, CommitFact>>> {
  const asked = new Set<string>();
  for (const id of ids) if (/^[0-9a-f]{4,64}$/i.test(id)) asked.add(id.toLowerCase());
  if (asked.size === 0) return found(new Map());
  const answered = await answer(git, folder, [...asked], signal);
  if (answered.kind === 'unknown') return answered;
  const answers = answered.value;
  const full = [...answers.values()].flatMap((answer) => (answer.kind === 'commit' ? [answer.id] : []));
  const described = await describeCommits(git, folder, [...new Set(full)], signal);
  if (described.kind === 'unknown') return described;
  const facts = new Map<string, CommitFact>();
  for (const [id, answer] of answers) {
    const commit = answer.kind === 'commit' ? described.value.get(answer.id) : undefined;
    if (commit !== undefined) facts.set(id, { kind: 'commit', commit });
    else if (answer.kind !== 'commit') facts.set(id, answer);
  }
  return found(facts);
}

type Answer = { readonly kind: 'commit'; readonly id: string } | Exclude<CommitFact, { kind: 'commit' }>;

async function answer(
  git: Git,
  folder: string,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Found<ReadonlyMap<string, Answer>>> {
  const resolved = await resolve(git, folder, ids, signal);
  // In a partial clone, an older git gives up at the first object that is not there: what is there is listed instead.
  if (resolved.kind === 'unknown') return listed(git, folder, ids, signal);
  const ambiguous = [...resolved.value].flatMap(([id, { kind }]) => (kind === 'ambiguous' ? [id] : []));
  const settled = await listed(git, folder, ambiguous, signal);
  return settled.kind === 'unknown' ? settled : found(new Map([...resolved.value, ...settled.value]));
}

/**
 * Two spellings of each id go to one process: the id, which may also name a ref, and the form that `git describe`
 * writes, whose last part can only be an object and prefers commits. The first counts where it is the object itself.
 */
async function resolve(
  git: Git,
  folder: string,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Found<ReadonlyMap<string, Answer>>> {
  const input = ids.map((id) => `${id}\nagent-handoff-0-g${id}\n`).join('');
  const output = await ask(git, { folder, signal, input, arguments: ['cat-file', '--batch-check'] });
  if (output.kind === 'unknown') return output;
  const lines = output.value.toString('latin1').split('\n');
  const answers = ids.map((id, index) => {
    const plain = lines[2 * index]?.split(' ') ?? [];
    const described = lines[2 * index + 1]?.split(' ') ?? [];
    return [id, answerOf(id, described) ?? answerOf(id, plain) ?? ({ kind: 'absent' } as const)] as const;
  });
  return found(new Map(answers));
}

/** Undefined where the line says that there is no such object, or names an object that does not begin with the id. */
function answerOf(id: string, [object, type]: readonly string[]): Answer | undefined {
  if (object === undefined || type === undefined || type === 'missing') return undefined;
  if (type === 'ambiguous') return { kind: 'ambiguous', ids: [] };
  if (!object.startsWith(id)) return undefined;
  return type === 'commit' ? { kind: 'commit', id: object } : { kind: 'other', type };
}

/** Answers from the objects on this disk whose ids begin with each id, whatever the refs are called. */
async function listed(
  git: Git,
  folder: string,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Found<ReadonlyMap<string, Answer>>> {
  const objects: string[] = [];
  // Command lines have a limit, on Windows of 32,767 characters.
  for (let from = 0; from < ids.length; from += 300) {
    const wanted = ids.slice(from, from + 300).map((id) => `--disambiguate=${id}`);
    const output = await ask(git, { folder, signal, arguments: ['rev-parse', ...wanted] });
    if (output.kind === 'unknown') return output;
    objects.push(...linesOf(output.value));
  }
  const input = objects.map((object) => `${object}\n`).join('');
  const call = { folder, signal, input, arguments: ['cat-file', '--batch-check'] };
  const checked = input === '' ? found(Buffer.alloc(0)) : await ask(git, call);
  if (checked.kind === 'unknown') return checked;
  const typed = linesOf(checked.value).map((line) => line.split(' '));
  return found(new Map(ids.map((id) => [id, sharing(id, typed)])));
}

function sharing(id: string, typed: readonly (readonly string[])[]): Answer {
  const objects = typed.filter(([object]) => object?.startsWith(id) === true);
  const commits = objects.flatMap(([object, type]) => (type === 'commit' && object !== undefined ? [object] : []));
  const ids = [...new Set(commits)].sort();
  if (ids.length > 1) return { kind: 'ambiguous', ids };
  if (ids[0] !== undefined) return { kind: 'commit', id: ids[0] };
  const type = objects[0]?.[1];
  return type === undefined ? { kind: 'absent' } : { kind: 'other', type };
}

function linesOf(output: Buffer): readonly string[] {
  return output
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '');
}
