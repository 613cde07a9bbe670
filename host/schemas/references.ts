import { child, isObject, type Json, valueAt } from '../../core/format/schema.ts';
import type { Path } from '../../core/json/node.ts';
import { type Dialect, idKeyword, ignoresBesideRef, isOfDialect, isSchema } from './dialect.ts';
import { subschemas } from './walk.ts';

/** Where a reference leads. */
export type Target =
  /** A schema within the same file. */
  | { readonly kind: 'here'; readonly path: Path }
  /** A dialect's own schema, which every validator brings. */
  | { readonly kind: 'dialect' }
  /** Within the file, and to nothing that could be a schema. */
  | { readonly kind: 'nowhere' }
  /** Another file or the network: it is not fetched. */
  | { readonly kind: 'elsewhere'; readonly uri: string };

export interface References {
  /** Every reference in the schema, in its order, with the path of its keyword. */
  readonly all: readonly { readonly path: Path; readonly ref: string; readonly target: Target }[];
  /** Whether each leads to one place, however it is come to: none depends on the way that validation took. */
  readonly isStatic: boolean;
}

/** Follows every reference of a schema as its dialect says: by pointers, anchors and URIs. Nothing is fetched. */
export function referencesIn(schema: Json, dialect: Dialect): References {
  const found: Found = { resources: new Map(), anchors: new Map(), refs: [], dynamic: [] };
  collect(schema, [], ROOT, dialect, found);
  const all = found.refs.map(({ path, ref, base }) => ({ path, ref, target: follow(ref, base, schema, found) }));
  const isStatic = all.every(({ path, ref, target }) => {
    // Only a name is looked for on the way; a pointer is followed as in any reference.
    if (path.at(-1) === '$dynamicRef' && !/#[^/]/.test(ref)) return true;
    const anchor =
      path.at(-1) === '$ref' || target.kind !== 'here' ? undefined : dynamicAnchor(valueAt(schema, target.path));
    return anchor === undefined || found.dynamic.filter((one) => one === anchor).length < 2;
  });
  return { all, isStatic };
}

/** What a schema is called that does not say: never shown, and no reference can mean it by chance. */
const ROOT = 'schema://project/schema';

interface Found {
  /** Paths of schemas by their URI. */
  readonly resources: Map<string, Path>;
  /** Paths of schemas by URI and anchor. */
  readonly anchors: Map<string, Path>;
  readonly refs: { readonly path: Path; readonly ref: string; readonly base: string }[];
  /** Dynamic anchors, one entry for each place. */
  readonly dynamic: string[];
}

function collect(schema: Json, path: Path, outer: string, dialect: Dialect, found: Found): void {
  let base = outer;
  if (path.length === 0) found.resources.set(base, path);
  if (isObject(schema)) {
    const alone = ignoresBesideRef(dialect) && typeof own(schema, '$ref') === 'string';
    const id = alone ? undefined : own(schema, idKeyword(dialect));
    if (typeof id === 'string' && !(ignoresBesideRef(dialect) && id.startsWith('#'))) {
      base = withoutFragment(resolved(id, outer));
      found.resources.set(base, path);
    }
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const anchor = own(schema, keyword);
      if (typeof anchor === 'string') found.anchors.set(`${base}#${anchor}`, path);
    }
    if (typeof id === 'string' && ignoresBesideRef(dialect) && id.startsWith('#')) found.anchors.set(base + id, path);
    const dynamic = dynamicAnchor(schema);
    if (dynamic !== undefined) found.dynamic.push(dynamic);
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const ref = own(schema, keyword);
      if (typeof ref === 'string') found.refs.push({ path: [...path, keyword], ref, base });
    }
    for (const inner of subschemas(schema, path)) collect(inner.schema, inner.path, base, dialect, found);
  }
}

function follow(ref: string, base: string, root: Json, { resources, anchors }: Found): Target {
  const uri = resolved(ref, base);
  const file = withoutFragment(uri);
  const fragment = uri.slice(file.length + 1);
  const start = resources.get(file);
  if (start === undefined) return isOfDialect(file) ? { kind: 'dialect' } : { kind: 'elsewhere', uri: ref };
  const path = fragment === '' || fragment.startsWith('/') ? pointed(fragment, root, start) : anchors.get(uri);
  return path !== undefined && isSchema(valueAt(root, path)) ? { kind: 'here', path } : { kind: 'nowhere' };
}

/** The path that a JSON Pointer in a fragment means, from a schema on. */
function pointed(fragment: string, root: Json, start: Path): Path | undefined {
  const path: (string | number)[] = [...start];
  let at = valueAt(root, start);
  for (const escaped of fragment.split('/').slice(1)) {
    const name = decoded(escaped).replaceAll('~1', '/').replaceAll('~0', '~');
    const step = Array.isArray(at) ? Number(name) : name;
    at = child(at, step);
    if (at === undefined) return undefined;
    path.push(step);
  }
  return path;
}

/** What a dynamic reference looks for on the way that validation took: an anchor by its name, or the one without. */
function dynamicAnchor(schema: Json | undefined): string | undefined {
  const anchor = child(schema, '$dynamicAnchor');
  if (typeof anchor === 'string') return anchor;
  return child(schema, '$recursiveAnchor') === true ? '' : undefined;
}

function resolved(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    return reference;
  }
}

function withoutFragment(uri: string): string {
  const hash = uri.indexOf('#');
  return hash < 0 ? uri : uri.slice(0, hash);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function own(schema: { readonly [name: string]: Json }, name: string): Json | undefined {
  return child(schema, name);
}
