import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Finding } from '../finding.ts';
import type { Meaning } from '../format/meaning.ts';
import type { FieldValue, Handoff } from '../handoff.ts';
import { replaceValue } from '../json/change.ts';
import { nodeAt } from '../json/node.ts';
import type { HandoffRule } from '../rule.ts';
import { placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['step'],
  summary: 'Steps that do not add up',
  reason: `Whoever takes a step over finds its place by the numbers. Steps count from 1; where one counts from 0, the last step is
done twice or never. The current step lies within the total, it is the last one exactly where the two are equal, and results
come from steps before it, one from each.

Whether it is the last step follows from the two numbers, so that fix runs unattended. Which of several numbers is wrong
nobody can tell from them, so there is no other fix.`,
  wording: 'ignored',
  *check(handoff) {
    const [current] = numbers(handoff, 'current');
    const [total] = numbers(handoff, 'total');
    if (current === undefined) return;
    if (total !== undefined && current.value > total.value) {
      yield finding(
        handoff,
        current,
        `must be at most ${shown(total.name)}, which is ${total.value}; it is ${current.value}.`,
      );
    } else if (total !== undefined) yield* last(handoff, current.value === total.value);
    yield* results(handoff, current);
  },
};

type Step = NonNullable<Meaning['step']>;

interface NumberAt {
  readonly path: FieldValue['path'];
  readonly name: string;
  readonly value: number;
}

function numbers({ fields }: Handoff, step: Step): readonly NumberAt[] {
  return fields.flatMap(({ field, path, value }) =>
    field.meaning.step === step && typeof value === 'number' && Number.isInteger(value)
      ? [{ path, value, name: field.name ?? '' }]
      : [],
  );
}

function* last({ fields, document }: Handoff, isLast: boolean): Iterable<Finding> {
  for (const { field, path, value } of fields) {
    if (field.meaning.step !== 'isLast' || typeof value !== 'boolean' || value === isLast) continue;
    const node = nodeAt(document.syntax.root, path);
    const write = () => (node === undefined ? edit() : edit(replaceValue(document.text, node, isLast)));
    yield {
      span: spanOfValue(document, path),
      message: `${placeName(path)} must be ${isLast}: the current step is ${isLast ? '' : 'not '}the last one; it is ${value}.`,
      path,
      fixes: () => [{ title: `Write ${isLast}`, preferred: true, safe: true, edit: write }],
    };
  }
}

function* results(handoff: Handoff, current: NumberAt): Iterable<Finding> {
  const seen = new Map<number, NumberAt>();
  for (const result of numbers(handoff, 'number')) {
    const before = seen.get(result.value);
    if (result.value < 1)
      yield finding(handoff, result, `must be at least 1, as steps count from 1; it is ${result.value}.`);
    else if (result.value >= current.value) {
      const must = `must lie before the current step, which is ${current.value}; it is ${result.value}.`;
      yield { ...finding(handoff, result, must), related: [at(handoff, current, 'The current step stands here.')] };
    } else if (before !== undefined) {
      const must = `must be given once; step ${result.value} has a result already.`;
      yield { ...finding(handoff, result, must), related: [at(handoff, before, 'Its first result stands here.')] };
    } else seen.set(result.value, result);
  }
}

function finding({ document }: Handoff, { path }: NumberAt, must: string): Finding {
  return { span: spanOfValue(document, path), message: `${placeName(path)} ${must}`, path };
}

function at({ document }: Handoff, { path }: NumberAt, message: string) {
  return { span: spanOfValue(document, path), message };
}
