import { isObject, type Json } from './format/schema.ts';
import type { Path } from './json/node.ts';
import { saysNothing } from './text/prose.ts';

/** A value somewhere in free-form test results that says that something failed. */
export interface Failure {
  readonly path: Path;
  readonly value: Json;
}

/** Everything in free-form test results that says so, in the document's order. Only whole words count, and not where they are denied. */
export function failuresIn(results: Json, path: Path): readonly Failure[] {
  return [...failures(results, path, undefined)];
}

/** What the name of a member says about the values in it. */
type Heading = 'fail' | 'pass' | undefined;

function* failures(value: Json, path: Path, heading: Heading): Iterable<Failure> {
  if (isObject(value)) {
    for (const [name, child] of Object.entries(value))
      yield* failures(child, [...path, name], headingOf(name) ?? heading);
  } else if (Array.isArray(value)) {
    if (heading === 'fail' && value.some((entry: Json) => typeof entry === 'string')) yield { path, value };
    else for (const [index, entry] of value.entries()) yield* failures(entry, [...path, index], heading);
  } else if (isFailure(value, heading)) yield { path, value };
}

function isFailure(value: Json, heading: Heading): boolean {
  switch (typeof value) {
    case 'boolean':
      return heading === (value ? 'fail' : 'pass');
    case 'number':
      return heading === 'fail' && value > 0;
    case 'string':
      return heading === 'fail' ? !isHarmless(value) : saysFailure(value);
    default:
      return false;
  }
}

function headingOf(name: string): Heading {
  if (FAIL_NAME.test(name)) return 'fail';
  return PASS_NAME.test(name) ? 'pass' : undefined;
}

const FAIL_NAME =
  /^(?:num(?:ber)?_?(?:of_?)?|total_?|tests?_?)?(?:fail|fails|failed|failing|failures?|errors?)(?:_?(?:tests?|cases?|checks?|count|total))?$/i;
const PASS_NAME = /^(?:all_?)?(?:pass|passes|passed|passing|ok|success|successful|green)$/i;

/** Under a heading such as `failed`: a text that denies it. */
function isHarmless(text: string): boolean {
  return saysNothing(text) || /^\s*(?:0(?!\.?\d)|false\b|zero\b|no\b)/i.test(text) || PASSED.test(text);
}

/** Whether a text says that something failed. */
export function saysFailure(text: string): boolean {
  const passed = PASSED.test(text);
  for (const match of text.matchAll(FAILED)) {
    const [word] = match;
    const before = text.slice(Math.max(0, match.index - NEAR), match.index);
    const after = text.slice(match.index + word.length, match.index + word.length + NEAR);
    if (NONE_AFTER.test(after)) continue;
    const number = FRACTION.exec(before)?.[1] ?? COUNT.exec(before)?.[1];
    if (number !== undefined) {
      if (Number(number) > 0) return true;
    } else if (!DENIED.test(before) && !(/^errors?$/i.test(word) && passed)) return true;
  }
  return false;
}

/** How far around a word it is looked for what denies it, in UTF-16 units. */
const NEAR = 120;

/** Whole words, not parts of names, paths and options. */
const FAILED =
  /(?<![\p{L}\p{N}_./\\#-])(?:fail|fails|failed|failing|failures?|errors?|errored)(?![\p{L}\p{N}_/\\-]|\.\p{L})|실패|오류|에러/giu;
const PASSED =
  /(?<![\p{L}\p{N}_-])(?:pass|passes|passed|passing|ok|success|successful|succeeded)(?![\p{L}\p{N}_-])|통과|성공/iu;
/** `failed: 0`, `errors=none`, `실패 없음`. */
const NONE_AFTER = /^(?:은|는|이|가|도)?\s*[:=]?\s*\(?(?:(?:0(?![.\d])|none|nil)(?![\p{L}\p{N}])|0건|0개|없)/iu;
/** `0/12 failed`, `2 of 12 tests failed`. */
const FRACTION = /(\d+)\s*(?:\/|of|out of)\s*\d+\s*(?:[^\d\s,.;:]+\s+){0,2}$/i;
/** `2 failed`, `2 tests failed`, `2건 실패`. */
const COUNT = /(?<![\p{L}\d.])(\d+)(?:건|개)?\s+(?:[^\d\s,.;:]+\s+){0,2}$/u;
const DENIED = /(?:\b(?:no|not|none|zero|without|never|nothing|cannot)\b|n't\b|n’t\b)(?:\s+[^\s,.;:]+){0,3}\s*$/i;
