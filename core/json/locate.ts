import type { Span } from '../text/span.ts';
import { type Large, pastLarge } from './large.ts';
import type { Path } from './node.ts';
import { isBlank, pastString } from './sound.ts';

/** Where a value stands, and the name before it, quotes included; no name for the root and entries of lists. */
export interface Located {
  readonly key: Span | undefined;
  readonly value: Span;
}

/**
 * Finds what stands at a path in a text that is known to be JSON without a member given twice, reading no further than to
 * its end. Undefined where nothing stands there. What is known to be `large` is passed over.
 */
export function locate(text: string, path: Path, large: readonly Large[] = []): Located | undefined {
  let key: Span | undefined;
  let at = pastBlanks(text, 0);
  for (const step of path) {
    const found = typeof step === 'number' ? entryAt(text, at, step, large) : memberAt(text, at, step, large);
    if (found === undefined) return undefined;
    key = found.key;
    at = found.at;
  }
  return { key, value: { start: at, end: pastValue(text, at, large) } };
}

/** Where the text of a step begins. */
interface Step {
  readonly key: Span | undefined;
  readonly at: number;
}

function memberAt(text: string, object: number, name: string, large: readonly Large[]): Step | undefined {
  if (text[object] !== '{') return undefined;
  for (let at = pastBlanks(text, object + 1); text[at] === '"'; at = pastComma(text, at)) {
    const end = pastString(text, at);
    const value = pastBlanks(text, pastBlanks(text, end) + 1);
    if (isNamed(text, at, end, name)) return { key: { start: at, end }, at: value };
    at = pastValue(text, value, large);
  }
  return undefined;
}

function entryAt(text: string, list: number, index: number, large: readonly Large[]): Step | undefined {
  if (text[list] !== '[') return undefined;
  let at = pastBlanks(text, list + 1);
  for (let left = index; text[at] !== ']' && at < text.length; left--) {
    if (left === 0) return { key: undefined, at };
    at = pastComma(text, pastValue(text, at, large));
  }
  return undefined;
}

function isNamed(text: string, start: number, end: number, name: string): boolean {
  const longer = end - start - 2 - name.length;
  // What has an escape in it is longer than what it reads as.
  if (longer <= 0) return longer === 0 && text.startsWith(name, start + 1) && !name.includes('\\');
  const written = text.slice(start, end);
  return written.includes('\\') && JSON.parse(written) === name;
}

/** Behind a comma and the blanks around it; at a closing bracket where there is none. */
function pastComma(text: string, behind: number): number {
  const at = pastBlanks(text, behind);
  return text[at] === ',' ? pastBlanks(text, at + 1) : at;
}

function pastValue(text: string, start: number, large: readonly Large[]): number {
  const first = text[start];
  if (first === '"') return pastString(text, start);
  if (first !== '{' && first !== '[') return pastWord(text, start);
  const known = pastLarge(large, start);
  if (known !== undefined) return known;
  let depth = 0;
  for (let at = start; at < text.length; ) {
    const unit = text[at];
    if (unit === '"') {
      at = pastString(text, at);
      continue;
    }
    at++;
    if (unit === '{' || unit === '[') depth++;
    else if ((unit === '}' || unit === ']') && --depth === 0) return at;
  }
  return text.length;
}

/** A number or a literal ends where something else begins. */
function pastWord(text: string, start: number): number {
  let end = start;
  while (end < text.length && /[^\s,\]}]/.test(text[end] ?? '')) end++;
  return end;
}

function pastBlanks(text: string, start: number): number {
  let at = start;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}
