import type { Question } from '../core/create/question.ts';
import type { Json } from '../core/format/schema.ts';
import { askProse } from './prose.ts';
import { type Check, type Frame, input, pick, pickMany, type Step } from './quick-input.ts';

/** What questions are asked with. */
export interface Asking {
  /** Title of the format. */
  readonly format: string;
  /** How many steps were taken before. With some, the first question has a way back. */
  readonly stepsBefore: number;
  /** What the editor shows as errors, a line each. */
  readonly errors: readonly string[];
  /** What is wrong with an answer at a path, for a person. */
  readonly check: (path: Question['path'], answer: Json) => Promise<string | undefined>;
}

export type Answers = Readonly<Record<string, Json>>;

/**
 * Asks one question after the other, with a way back to the one before, and in between which of the others there is
 * something to say about. Questions left without an answer are left out.
 */
export async function askAll(questions: readonly Question[], asking: Asking): Promise<Answers | 'back' | 'cancel'> {
  const given = new Map<Question, Json>();
  // What must be said comes first; texts for the next agent are written with that in mind.
  const always = questions
    .filter(({ asked }) => asked === 'always')
    .sort((a, b) => Number(b.required) - Number(a.required));
  const others = questions.filter(({ asked }) => asked !== 'always');
  let chosen: readonly Question[] = [];
  const steps = () => [...always, ...(others.length === 0 ? [] : ['more' as const]), ...chosen];
  for (let index = 0; index < steps().length; ) {
    const step = steps()[index];
    if (step === undefined) break;
    const frame = frameOf(step, index, steps().length, asking);
    const result = step === 'more' ? await askMore(others, frame, chosen) : await askOne(step, frame, asking);
    if (result === 'cancel') return 'cancel';
    if (result === 'back') {
      if (index === 0) return 'back';
      index--;
      continue;
    }
    if ('chosen' in result) chosen = result.chosen;
    else if (step !== 'more') remember(given, step, result.answer);
    index++;
  }
  return nested([...given].filter(([question]) => always.includes(question) || chosen.includes(question)));
}

function frameOf(step: Question | 'more', index: number, length: number, { format, stepsBefore }: Asking): Frame {
  const title = `Create ${format}: ${step === 'more' ? 'More' : step.title}`;
  return { title, step: stepsBefore + index + 1, totalSteps: stepsBefore + length };
}

function remember(given: Map<Question, Json>, question: Question, answer: Json | undefined): void {
  if (answer === undefined) given.delete(question);
  else given.set(question, answer);
}

async function askMore(others: readonly Question[], frame: Frame, before: readonly Question[]) {
  const items = others.map((question) => ({
    label: question.title,
    description: question.member,
    detail: question.description,
    picked: before.length > 0 ? before.includes(question) : question.asked === 'usual',
    question,
  }));
  const picked = await pickMany(items, frame, 'What else is there to say? Enter goes on with what is ticked.');
  return typeof picked === 'string' ? picked : { chosen: picked.map(({ question }) => question) };
}

/** What one question gave: a text, a list, or nothing. */
type Answered = { readonly answer: Json | undefined } | 'back' | 'cancel';

function askOne(question: Question, frame: Frame, asking: Asking): Promise<Answered> {
  const check: Check = (typed) => asking.check(question.path, typed);
  switch (question.kind) {
    case 'choice':
      return askChoice(question, frame);
    case 'prose':
      return askProse(question, frame, asking.errors, check);
    case 'list':
      return askList(question, frame, asking);
    case 'json':
      return input({ ...question, description: `${question.description} In JSON.` }, frame, check);
    case 'text':
      return askText(question, frame, check);
  }
}

async function askChoice(question: Question, frame: Frame): Promise<Step> {
  const values = question.choices.map(({ value, description }) => ({ label: value, detail: description, value }));
  const picked = await pick([...values, ...leftOut(question)], frame, question.description);
  return typeof picked === 'string' ? picked : { answer: picked.value };
}

/** One line. Suggestions, where there are some, can be taken or typed over. */
async function askText(question: Question, frame: Frame, check: Check): Promise<Step> {
  if (question.choices.length === 0) return input(question, frame, check);
  const values = question.choices.map(({ value, description }) => ({ label: value, description, value }));
  const other = { label: '$(edit) Another…', value: undefined, types: true };
  const picked = await pick([...values, other, ...leftOut(question)], frame, question.description);
  if (typeof picked === 'string') return picked;
  if (!('types' in picked)) return { answer: picked.value };
  const typed = await input(question, { ...frame, step: Math.max(2, frame.step) }, check);
  return typed === 'back' ? askText(question, frame, check) : typed;
}

function leftOut({ required }: Question) {
  return required ? [] : [{ label: '$(dash) Nothing', detail: 'leave it out', value: undefined }];
}

/** Entries until one is left empty; back takes the last one away. */
async function askList(question: Question, frame: Frame, asking: Asking): Promise<Answered> {
  const entries: Json[] = [];
  for (;;) {
    const title = `${frame.title}, entry ${entries.length + 1}`;
    const mustBe = question.required && entries.length === 0;
    const inList = { ...frame, title, step: entries.length > 0 ? Math.max(2, frame.step) : frame.step };
    const entry = await askEntry(question, inList, asking, mustBe);
    if (entry === 'cancel') return 'cancel';
    if (entry === 'back') {
      if (entries.pop() === undefined) return 'back';
    } else if (entry.answer !== undefined) entries.push(entry.answer);
    else return { answer: entries.length === 0 ? undefined : entries };
  }
}

/** One entry, part by part. Nothing for the first part ends the list. */
async function askEntry(question: Question, frame: Frame, asking: Asking, mustBe: boolean): Promise<Answered> {
  const given = new Map<Question, Json>();
  const inEntry: Asking = { ...asking, check: (path, answer) => asking.check([...question.path, 0, ...path], answer) };
  for (let index = 0; index < question.parts.length; ) {
    const part = question.parts[index];
    if (part === undefined) break;
    const required = index === 0 ? mustBe : part.required;
    const plain = part.path.length === 0;
    const title = plain ? frame.title : `${frame.title}: ${part.title}`;
    const how = index === 0 && !mustBe ? ' Leave it empty to end the list.' : '';
    const asked = {
      ...part,
      required,
      title: plain ? question.title : part.title,
      description: `${part.description || question.description}${how}`,
    };
    const step = index === 0 ? frame.step : Math.max(2, frame.step);
    const result = await askOne(asked, { ...frame, title, step }, inEntry);
    if (result === 'cancel' || (result === 'back' && index === 0)) return result;
    if (result === 'back') {
      index--;
      continue;
    }
    if (index === 0 && result.answer === undefined) return { answer: undefined };
    if (plain) return result;
    remember(given, part, result.answer);
    index++;
  }
  return { answer: nested([...given]) };
}

/** Answers at their paths, nested as the handoff is. */
function nested(given: readonly (readonly [Question, Json])[]): Answers {
  let whole: Json = {};
  for (const [{ path }, answer] of given) whole = put(whole, path, answer);
  return isMembers(whole) ? whole : {};
}

function put(at: Json | undefined, [step, ...rest]: Question['path'], value: Json): Json {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const list: readonly Json[] = Array.isArray(at) ? at : [];
    return [...list.slice(0, step), put(list[step], rest, value), ...list.slice(step + 1)];
  }
  const members = isMembers(at) ? at : {};
  return { ...members, [step]: put(members[step], rest, value) };
}

function isMembers(value: Json | undefined): value is Answers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
