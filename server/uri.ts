import { URI } from 'vscode-uri';

/** One spelling for all spellings of a URI: drive letters, `%3A`, parentheses. For maps only, never for the client. */
export function keyOf(uri: string): string {
  const parsed = parsedUri(uri);
  return parsed === undefined ? uri : parsed.toString();
}

/** The decoded path; '' where the text is no URI. */
export function pathOfUri(uri: string): string {
  return parsedUri(uri)?.path ?? '';
}

/** Lower case, without the colon; '' where the text is no URI. */
export function schemeOf(uri: string): string {
  return parsedUri(uri)?.scheme ?? '';
}

/** Whether a URI is a folder or lies in it: by whole segments, never by a common beginning. */
export function isInside(folder: string, uri: string): boolean {
  const [outer, inner] = [parsedUri(folder), parsedUri(uri)];
  if (outer === undefined || inner === undefined) return false;
  if (outer.scheme !== inner.scheme || outer.authority !== inner.authority) return false;
  const [top, path] = [normalPath(outer), normalPath(inner)];
  return path === top || path.startsWith(top === '' ? '/' : `${top}/`);
}

/** A path relative to a folder, with `/`, as a URI. */
export function uriIn(folder: string, path: string): string {
  const parsed = URI.parse(folder);
  return parsed.with({ path: `${parsed.path.replace(/\/+$/, '')}/${path}` }).toString();
}

/** The URI of a file of another name in the same folder. */
export function sibling(uri: string, name: string): string {
  const parsed = URI.parse(uri);
  return parsed.with({ path: parsed.path.replace(/[^/]*$/, () => name) }).toString();
}

/** The same few are asked about many times for each key. */
const knownUris = new Map<string, URI | undefined>();
const MOST_KNOWN = 64;

function parsedUri(uri: string): URI | undefined {
  if (!knownUris.has(uri)) {
    if (knownUris.size === MOST_KNOWN) knownUris.clear();
    knownUris.set(uri, parse(uri));
  }
  return knownUris.get(uri);
}

function parse(uri: string): URI | undefined {
  try {
    return URI.parse(uri, true);
  } catch {
    return undefined;
  }
}

/** Windows reaches one folder under two spellings of its drive. */
function normalPath({ path }: URI): string {
  return path.replace(/\/+$/, '').replace(/^\/[A-Z]:/, (drive) => drive.toLowerCase());
}
