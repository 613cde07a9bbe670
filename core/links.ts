import type { HandoffDocument } from './document.ts';
import type { Facts } from './facts.ts';
import type { Field } from './format.ts';
import type { Node, StringNode } from './json/node.ts';
import { isPortable } from './path.ts';
import type { Span } from './span.ts';

/** A path that a document names. */
export interface Link {
  /** The path as written, inside its quotes. */
  readonly span: Span;
  /** Relative to the root, with `/`; never absolute, never leading out, never into `.git`. No slash at its end. */
  readonly path: string;
}

/**
 * The paths that a document names, in text order: the entries of its lists of paths and its side files. What does not
 * look the same on every system, or leads out of the root, is no link; nor is what the facts know to be absent or outside.
 */
export function links(document: HandoffDocument, facts?: Facts): readonly Link[] {
  const { format } = document.recognition;
  const { root } = document.syntax;
  if (format === undefined || root === undefined) return [];
  return [...pathNodes(format.root, root)].flatMap(({ start, end, value, damaged }) => {
    const fact = facts?.files.get(value);
    const gone = fact?.kind === 'absent' || fact?.kind === 'outside';
    if (damaged || gone || !isPortable(value)) return [];
    return [{ span: { start: start + 1, end: end - 1 }, path: value.replace(/\/$/, '') }];
  });
}

function* pathNodes(field: Field, node: Node): Iterable<StringNode> {
  if (node.kind === 'array') {
    for (const item of node.items) {
      if (item.kind === 'string' && field.meaning.paths !== undefined) yield item;
      else if (field.item !== undefined) yield* pathNodes(field.item, item);
    }
  } else if (node.kind === 'object') {
    const sideFiles = new Set([...field.members.values()].map(({ meaning }) => meaning.prose?.sideFile));
    for (const { key, value } of node.members) {
      const member = key.damaged ? undefined : field.members.get(key.value);
      if (value === undefined) continue;
      if (value.kind === 'string' && sideFiles.has(key.value)) yield value;
      else if (member !== undefined) yield* pathNodes(member, value);
    }
  }
}
