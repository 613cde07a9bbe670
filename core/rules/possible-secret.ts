import { type HandoffDocument, spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Finding, Fix } from '../finding.ts';
import { isObject, type Json, valueAt } from '../format/schema.ts';
import { isFree } from '../glance.ts';
import type { Handoff } from '../handoff.ts';
import { rawSpan } from '../json/decoded.ts';
import { nodeAt, type Path } from '../json/node.ts';
import { sideFileNeeds, sideFiles, textOf } from '../paths/side-file.ts';
import type { HandoffRule } from '../rule.ts';
import { mayHoldSecret, type Secret, secretsIn } from '../text/secrets.ts';
import { placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  summary: 'A credential in a text',
  reason: `A token or key that was pasted into a handoff is committed with it, and the next agent repeats it in its logs and pull
requests. Whoever can read the repository can use it, also after it was deleted: history keeps it. Put the name of the
variable or of the vault's entry there instead, and revoke what has been committed.

The shapes of tokens are those that secretlint's recommended rules know. Commit ids, examples and placeholders are no
secrets. Looked at are all texts of the handoff and its side files.

The fix writes \`[redacted]\` in the place of the secret. It is not applied unasked, since it may be the only copy.`,
  wording: (handoff, path) => {
    const text = valueAt(handoff.value, path);
    return typeof text === 'string' ? inText(handoff.document, path, text) : [];
  },
  needs: sideFileNeeds,
  *check(handoff) {
    const { document, facts } = handoff;
    const isWithout = isFree(document, mayHoldSecret, () => mayHoldAny(handoff));
    for (const { path, text } of isWithout ? [] : texts(handoff.value, [])) yield* inText(document, path, text);
    for (const { path, file, reading } of sideFiles(handoff)) {
      const text = textOf(facts.files.get(reading ?? ''));
      for (const secret of text === undefined ? [] : secretsIn(text)) {
        yield { span: spanOfValue(document, path), path, message: inFile(file, text ?? '', secret) };
      }
    }
  },
};

/** A look at all texts at once, as they stand in the document, with a quote or the end of the line behind each. */
function mayHoldAny({ document, value }: Handoff): boolean {
  if (!document.text.includes('\\')) return mayHoldSecret(document.text);
  return mayHoldSecret(Array.from(texts(value, []), ({ text }) => text).join('"'));
}

/** All texts at and below a value, names of members aside. */
function* texts(value: Json, path: Path): Iterable<{ readonly path: Path; readonly text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* texts(item, [...path, index]);
  else if (isObject(value)) for (const name of Object.keys(value)) yield* texts(value[name] ?? null, [...path, name]);
}

function* inText(document: HandoffDocument, path: Path, text: string): Iterable<Finding> {
  for (const secret of secretsIn(text)) {
    const node = nodeAt(document.syntax.root, path);
    if (node?.kind !== 'string' || node.damaged || node.value !== text) continue;
    const span = rawSpan(document.text, node.start, secret);
    yield {
      span,
      path,
      message: `${placeName(path)} must not hold a credential; this looks like one: ${secret.what}.`,
      fixes: () => [redaction(span)],
    };
  }
}

function redaction({ start, end }: { readonly start: number; readonly end: number }): Fix {
  return {
    title: 'Write [redacted] in its place',
    preferred: true,
    edit: () => edit({ start, end, text: '[redacted]' }),
  };
}

function inFile(file: string, text: string, { start, what }: Secret): string {
  const line = text.slice(0, start).split(/\r\n|\n|\r/).length;
  return `${shown(file)} must not hold a credential; line ${line} has what looks like one: ${what}.`;
}
