import { clockTime, draftNeeds, draftValue, withoutFraction } from '../create/value-draft.ts';
import { commitLines } from '../evidence/evidence-words.ts';
import { type Commit, type Facts, type Needs, noFacts, unite } from '../evidence/facts.ts';
import { heading, meaningOf } from '../format/field-words.ts';
import { type Field, type Format, fieldAt } from '../format/format.ts';
import type { Meaning } from '../format/meaning.ts';
import type { Json } from '../format/schema.ts';
import { write } from '../json/style.ts';
import { code, escaped, paragraphs } from '../show/markdown.ts';
import { instantOf } from '../text/time.ts';
import { count, shortRef } from '../text/words.ts';
import type { Candidate, Candidates, CompletionSource } from './candidate.ts';
import type { Caret } from './caret.ts';
import { lineStyle } from './complete-member.ts';
import { entriesOf, pathCandidates, sideFileCandidates, sideFolders } from './complete-path.ts';
import { valueParts } from './snippet.ts';

/** Digits of a commit id that a person is shown; what is inserted is the full id. */
const SHORT = 10;

/** What proposing values at a caret wants to know. */
export function valueNeeds(caret: Caret, source: CompletionSource): Needs {
  const spot = spotOf(caret, source.format);
  if (spot === undefined) return {};
  const { field, list } = spot;
  const needs: Needs[] = [draftNeeds([field])];
  if (field.meaning.commit) needs.push({ git: ['head', 'recent'] });
  if (field.meaning.branch) needs.push({ git: ['head', 'branches'] });
  if (list?.meaning.paths === 'uncommitted') needs.push({ git: ['uncommitted', 'paths'] });
  else if (list?.meaning.paths) needs.push({ git: ['changed', 'paths'] });
  if (spot.sideFile) needs.push({ folders: sideFolders(caret, source) });
  return unite(needs);
}

/** What can be the value at a caret. */
export function valueCandidates(caret: Caret, source: CompletionSource): Candidates {
  const spot = spotOf(caret, source.format);
  if (spot === undefined) return { candidates: [], incomplete: false };
  const { field, list, sideFile } = spot;
  if (list?.meaning.paths !== undefined) return pathCandidates(caret, list.meaning.paths, source.facts);
  const candidates = sideFile ? sideFileCandidates(caret, source) : plainCandidates(caret, field, source);
  return { candidates, incomplete: false };
}

/** The field of a value, the list it is an entry of, and whether it names a side file. */
function spotOf({ path }: Caret, format: Format) {
  const field = fieldAt(format, path);
  if (field === undefined) return undefined;
  const parent = fieldAt(format, path.slice(0, -1));
  const sideFile = [...(parent?.members.values() ?? [])].some(
    ({ meaning }) => meaning.prose?.sideFile !== undefined && meaning.prose.sideFile === path.at(-1),
  );
  return { field, list: typeof path.at(-1) === 'number' ? parent : undefined, sideFile };
}

function plainCandidates(caret: Caret, field: Field, source: CompletionSource): readonly Candidate[] {
  const { meaning, schema } = field;
  if (schema.const !== undefined) return [value(field, schema.const, 'the only value')];
  if (schema.enum !== undefined) {
    const present = entriesOf(caret);
    return schema.enum.flatMap((one) => (typeof one === 'string' && present.has(one) ? [] : [value(field, one)]));
  }
  if (meaning.commit) return commits(meaning.commit === 'base' ? 'base' : 'head', source.facts);
  if (meaning.branch) return branches(source.facts);
  if (meaning.clock === 'deadline') return deadlines(source.facts);
  if (meaning.clock || schema.format === 'date-time') return [time(meaning, source.facts)];
  return [...drafted(caret, field, source), ...ofType(caret, field, source)];
}

function value(field: Field, json: Json, detail?: string): Candidate {
  const meaning = meaningOf(field, json);
  return {
    label: typeof json === 'string' ? json : JSON.stringify(json),
    kind: 'value',
    detail,
    documentation: meaning === undefined ? undefined : paragraphs(heading(field), escaped(meaning)),
    parts: [JSON.stringify(json)],
  };
}

/** The commit that the field is for comes first, then the other one, then the latest ones. */
function commits(meant: 'head' | 'base', { git, now }: Facts): readonly Candidate[] {
  const head = { id: git?.head, role: git?.branch === undefined ? 'head' : `head of ${git.branch}` };
  const base = { id: git?.base?.commit, role: `base on ${shortRef(git?.base?.ref ?? '')}` };
  const roles = meant === 'head' ? [head, base] : [base, head];
  const recent = git?.recent ?? [];
  const known = new Map<string, Commit | undefined>(recent.map((commit) => [commit.id, commit]));
  const ids = new Set([...roles.flatMap(({ id }) => id ?? []), ...recent.map(({ id }) => id)]);
  return Array.from(ids, (id, index) => {
    const commit = known.get(id) ?? commitOf(git?.commits.get(id));
    const role = roles.filter((one) => one.id === id).map((one) => one.role);
    return {
      label: id.slice(0, SHORT),
      kind: 'commit',
      detail: [...role, ...(commit === undefined ? [] : [commit.subject])].join(' · ') || undefined,
      documentation: commit === undefined ? undefined : paragraphs(...commitLines(commit, now), code(id)),
      parts: [JSON.stringify(id)],
      words: `${id} ${commit?.subject ?? ''} ${role.join(' ')}`,
      preselect: index === 0 && role.length > 0,
    };
  });
}

function commitOf(fact: ReturnType<NonNullable<Facts['git']>['commits']['get']>): Commit | undefined {
  return fact?.kind === 'commit' ? fact.commit : undefined;
}

function branches({ git }: Facts): readonly Candidate[] {
  const current = git?.branch;
  const names = new Set([...(current === undefined ? [] : [current]), ...(git?.branches ?? [])]);
  return Array.from(names, (name) => ({
    label: name,
    kind: 'branch',
    detail: name === current ? 'checked out' : undefined,
    parts: [JSON.stringify(name)],
    preselect: name === current,
  }));
}

function time(meaning: Meaning, { now }: Facts): Candidate {
  const text = clockTime(meaning, now);
  return { label: text, kind: 'time', detail: 'now, in UTC', parts: [JSON.stringify(text)], words: `${text} now` };
}

/** A deadline lies ahead. */
function deadlines({ now }: Facts): readonly Candidate[] {
  const from = instantOf(now);
  if (from === undefined) return [];
  return AHEAD.map(([detail, days]) => {
    const text = withoutFraction(new Date(from + days * DAY).toISOString());
    return { label: text, kind: 'time', detail, parts: [JSON.stringify(text)], words: `${text} ${detail}` };
  });
}

const DAY = 24 * 60 * 60 * 1000;
const AHEAD = [
  ['in a day', 1],
  ['in a week', 7],
  ['in 30 days', 30],
] as const;

/** What git, the file's name or the schema suggests. */
function drafted(caret: Caret, field: Field, source: CompletionSource): readonly Candidate[] {
  const { meaning, schema } = field;
  // Without the document only git can tell.
  const draft = draftValue(field, { format: source.format, facts: source.facts });
  const bare = draftValue(field, { ...source, facts: noFacts(source.facts.now) });
  const found: Candidate[] = [];
  if (Array.isArray(draft) && draft.length > 0) found.push(listOf(draft, caret, source));
  if (typeof draft === 'string' && draft !== bare) found.push(value(field, draft, 'from the branch'));
  if (typeof bare === 'string') found.push(value(field, bare, "from the file's name"));
  if (schema.default !== undefined) found.push(value(field, schema.default, 'what holds without it'));
  const vague = !meaning.task && !meaning.paths && !meaning.prose;
  if (vague) found.push(...(schema.examples ?? []).map((example) => value(field, example, 'for example')));
  return found;
}

function listOf(entries: readonly Json[], caret: Caret, { document }: CompletionSource): Candidate {
  return {
    label: `[${count(entries.length, 'path')}]`,
    kind: 'path',
    detail: 'what git lists',
    parts: [write(entries, lineStyle(document.text, caret))],
  };
}

function ofType(caret: Caret, field: Field, source: CompletionSource): readonly Candidate[] {
  const { type } = field.schema;
  const types = typeof type === 'string' ? [type] : (type ?? []);
  const plain = (label: string, detail?: string): Candidate => ({ label, kind: 'value', detail, parts: [label] });
  return types.flatMap((type) => {
    if (type === 'boolean') return [plain('true'), plain('false')];
    if (type === 'null') return [plain('null')];
    if (type === 'array') return [{ ...plain('[]', 'list'), parts: ['[', { text: '' }, ']'] }];
    return type === 'object' ? [objectOf(caret, field, source)] : [];
  });
}

/** An object with the members that it must or usually does have, as far as the schema tells. */
function objectOf(caret: Caret, field: Field, source: CompletionSource): Candidate {
  const names = [...field.members.values()].flatMap(({ name, expected }) => (expected && name ? [name] : []));
  return {
    label: names.length === 0 ? '{}' : `{ ${names.join(', ')} }`,
    kind: 'value',
    detail: field.schema.title ?? 'object',
    documentation: paragraphs(escaped(field.schema.description ?? '')),
    parts: valueParts(field, source, lineStyle(source.document.text, caret)),
  };
}
