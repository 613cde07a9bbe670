import { mayHold, type SecretMessages, type SecretRule, secretRules } from '../generated/secrets.js';
import type { Span } from './span.ts';

/** Something in a text that grants access to whoever reads it. Offsets in UTF-16 units of that text. */
export interface Secret extends Span {
  /** What it is, for a person, without what it says: `Stripe Secret Key`. */
  readonly what: string;
}

/**
 * The secrets in a text, in text order, none inside another. What counts as one is decided by a maintained set of rules that
 * knows the shapes of the tokens of many services. Examples and placeholders are none, commit ids neither. A text without
 * any costs a look at each of its characters.
 */
export function secretsIn(text: string): readonly Secret[] {
  if (!mayHoldSecret(text)) return [];
  loaded ??= secretRules();
  const found = loaded.flatMap((rule) => foundBy(rule, text)).sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return found.filter((secret) => {
    const isApart = secret.start >= end;
    end = Math.max(end, secret.end);
    return isApart;
  });
}

/**
 * Whether there may be a secret in a text, or in one of several that stand behind one another with quotes between them: no
 * token has a quote in it, and a quote ends a token as the end of the text does.
 */
export function mayHoldSecret(text: string): boolean {
  return mayHold.some((pattern) => pattern.test(text));
}

let loaded: readonly SecretRule[] | undefined;

function foundBy(rule: SecretRule, text: string): readonly Secret[] {
  const found: Secret[] = [];
  let told: string | undefined;
  const context = {
    createTranslator:
      (messages: SecretMessages) =>
      (id: string, props: Readonly<Record<string, string>> = {}) => {
        const parts = Object.entries(props);
        told = parts.map(([, value]) => value).find((value) => value !== '' && text.includes(value));
        const rest = Object.fromEntries(parts.map(([name, value]) => [name, text.includes(value) ? '' : value]));
        const message = messages[id]?.en;
        return typeof message === 'function' ? message(rest) : (message ?? '');
      },
    report({ message, range }: { readonly message: string; readonly range: readonly [number, number] }) {
      found.push({ ...spanOf(text, range, told), what: nameIn(message) });
    },
    ignore: () => undefined,
  };
  rule.create(context, {}).file?.({ content: text, contentType: 'text' });
  return found;
}

/** A rule tells what it found, and where; the place may be that of the name in front of it. */
function spanOf(text: string, [start, end]: readonly [number, number], told: string | undefined): Span {
  const at = told === undefined ? -1 : text.indexOf(told, start);
  return told === undefined || at < 0 ? { start, end } : { start: at, end: at + told.length };
}

/** `GitHub Token (personal)` of `found GitHub Token(personal): `. */
function nameIn(message: string): string {
  return message
    .replace(/^found /i, '')
    .replace(/[:\s]*$/, '')
    .replace(/(?<=\w)\(/, ' (');
}
