import type { HandoffDocument } from '../document.ts';
import type { Facts } from '../evidence/facts.ts';
import type { Field } from '../format/format.ts';
import { child, type Json } from '../format/schema.ts';
import type { Node, StringNode } from '../json/node.ts';
import { isProse, type PathsKind, pathEntry } from '../paths/listed-path.ts';
import { flawOf, isInGitFolder, type PathRole, plainReading, readingOf } from '../paths/portable-path.ts';
import type { Span } from '../text/span.ts';

/** A path that a document names. */
export interface Link {
  /** The path as written, inside its quotes. */
  readonly span: Span;
  /** Relative to the root, with `/`; never absolute, never leading out, never into `.git`. No slash at its end. */
  readonly path: string;
  /** The line that it points to, 1-based. */
  readonly line?: number;
}

/**
 * The paths that a document names, in text order: the entries of its lists of paths and its side files. What cannot be
 * read on every system, or leads out of the root, is no link; nor is what the facts know to be absent or outside.
 */
export function links(document: HandoffDocument, facts?: Facts): readonly Link[] {
  const { format } = document.recognition;
  const { root } = document.syntax;
  if (format === undefined || root === undefined) return [];
  return [...pathNodes(format.root, root, document.value)].flatMap(({ node, role, kind }) => {
    if (node.damaged || (kind === 'uncommitted' && isProse(node.value))) return [];
    const { value, line, prefix, suffix } = pathEntry(node.value, kind);
    const path = targetOf(value, role);
    const fact = path === undefined ? undefined : (facts?.files.get(path) ?? facts?.files.get(value));
    if (path === undefined || fact?.kind === 'absent' || fact?.kind === 'outside') return [];
    // An escape makes the raw text longer than what it says, so only a plain text can be cut to the path.
    const plain = line === undefined && node.end - node.start - 2 === node.value.length;
    const [before, behind] = plain ? [prefix.length, suffix.length] : [0, 0];
    const span = { start: node.start + 1 + before, end: node.end - 1 - behind };
    return [{ span, path, ...(line !== undefined && { line }) }];
  });
}

/** What a path in a document names, relative to the root; undefined where it must not be touched, by its text alone. */
export function targetOf(path: string, role: PathRole): string | undefined {
  const plain = plainReading(path);
  // Such a path has no name that begins with a dot.
  if (plain !== undefined && (role === 'prefix' || plain === path)) return plain;
  if (flawOf(path, role)?.severity === 'error' || isInGitFolder(path)) return undefined;
  return readingOf(path);
}

interface PathNode {
  readonly node: StringNode;
  readonly role: PathRole;
  /** Of the list it stands in; undefined for a side file. */
  readonly kind?: PathsKind;
}

function* pathNodes(field: Field, node: Node, value: Json | undefined): Iterable<PathNode> {
  if (field.meaning.record !== undefined) return;
  if (node.kind === 'array') {
    for (const [index, item] of node.items.entries()) {
      const entry = child(value, index);
      const kind = field.meaning.paths;
      if (item.kind === 'string' && kind !== undefined) yield { node: item, role: 'prefix', kind };
      else if (field.item !== undefined) yield* pathNodes(field.item.of(entry), item, entry);
    }
  } else if (node.kind === 'object') {
    const sideFiles = new Set([...field.members.values()].map(({ meaning }) => meaning.prose?.sideFile));
    for (const { key, value: inner } of node.members) {
      const member = key.damaged ? undefined : field.members.get(key.value);
      if (inner === undefined) continue;
      const held = child(value, key.value);
      if (inner.kind === 'string' && sideFiles.has(key.value)) yield { node: inner, role: 'file' };
      else if (member !== undefined) yield* pathNodes(member.of(held), inner, held);
    }
  }
}
