/*
 * What a regular expression of a schema asks for, in words. Patterns of identifiers are mostly a row of characters and
 * repeated classes between `^` and `$`; whatever else one is, nobody is helped by a translation of it.
 */

/** `"AOS-" and then digits`, or undefined where the pattern is more than a plain row. */
export function patternInWords(pattern: string): string | undefined {
  const body = /^\^(.*)\$$/s.exec(pattern)?.[1];
  if (body === undefined) return undefined;
  const parts: string[] = [];
  let literal = '';
  const flush = () => {
    if (literal !== '') parts.push(JSON.stringify(literal));
    literal = '';
  };
  let at = 0;
  for (const [found, set, escaped, plain, quantifier] of body.matchAll(PART)) {
    at += found.length;
    const character = plain ?? (escaped !== undefined && /[^\w\s]/.test(escaped) ? escaped : undefined);
    if (character !== undefined && quantifier === undefined) {
      literal += character;
      continue;
    }
    const name = character === undefined ? className(set ?? `\\${escaped}`) : JSON.stringify(character);
    if (name === undefined) return undefined;
    flush();
    parts.push(repeated(name, quantifier));
  }
  flush();
  return at === body.length && parts.length > 0 ? parts.join(' and then ') : undefined;
}

/** A class, an escape or a character, with how often it stands there. */
const PART = /(?:\[((?:[^\]\\]|\\.)+)\]|\\(.)|([^\\[\](){}.*+?^$|]))(\+|\*|\?|\{\d+(?:,\d*)?\})?/gsuy;

const CLASSES = new Map([
  ['0-9', 'digits'],
  ['\\d', 'digits'],
  ['0-9a-f', 'lower-case hex digits'],
  ['a-f0-9', 'lower-case hex digits'],
  ['0-9A-F', 'upper-case hex digits'],
  ['0-9a-fA-F', 'hex digits'],
  ['0-9A-Fa-f', 'hex digits'],
  ['a-fA-F0-9', 'hex digits'],
  ['a-z', 'lower-case letters'],
  ['A-Z', 'upper-case letters'],
  ['a-zA-Z', 'letters'],
  ['A-Za-z', 'letters'],
]);

function className(set: string): string | undefined {
  const known = CLASSES.get(set);
  if (known !== undefined) return known;
  const names: string[] = [];
  let at = 0;
  for (const [found, range, single] of set.matchAll(/(a-zA-Z|A-Za-z|a-z|A-Z|0-9|\\d)|\\?([^\w\s\\^]|_)/gsuy)) {
    at += found.length;
    names.push(range === undefined ? JSON.stringify(single) : (CLASSES.get(range) ?? range));
  }
  if (at !== set.length || names.length === 0) return undefined;
  return names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function repeated(name: string, quantifier: string | undefined): string {
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(quantifier ?? '') ?? [];
  if (quantifier === undefined) return `one of ${name}`;
  if (quantifier === '+') return name;
  if (quantifier === '*') return `any number of ${name}`;
  if (quantifier === '?') return `at most one of ${name}`;
  if (comma === '') return `${least} ${name}`;
  return most === '' ? `at least ${least} ${name}` : `${least} to ${most} ${name}`;
}
