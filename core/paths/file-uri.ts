/*
 * File URIs in their canonical form: the one that turning the URI into a path and back gives, as Node does. Written without
 * `URL`, which the core does not have.
 */

/** Encoded by some versions of Node and left by others: either spelling is canonical. */
const EITHER = new Set(['[', ']', '^', '|', '~']);

/** Whether a URI is what a round trip through its path gives. */
export function isCanonical(uri: string): boolean {
  const canonical = canonicalUri(uri);
  return canonical !== undefined && bare(canonical.uri) === bare(uri);
}

/**
 * The canonical form of a `file:///` URI. Undefined where it names no path: bytes that are not UTF-8, or an encoded slash.
 * `certain` is false where a `?` or `#` is taken for a part of the path, which URLs take for the path's end.
 */
export function canonicalUri(uri: string): { readonly uri: string; readonly certain: boolean } | undefined {
  if (!uri.startsWith('file:///')) return undefined;
  const text = uri
    .slice('file://'.length)
    .replace(/[\t\r\n]/g, '')
    .replace(BLANK_END, '');
  const decoded = text.replaceAll('\\', '/').split('/').map(decodedSegment);
  const segments: string[] = [];
  for (const [index, segment] of decoded.entries()) {
    if (segment === undefined || segment.includes('/')) return undefined;
    const last = index === decoded.length - 1;
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
    if (last && (segment === '' || segment === '.' || segment === '..')) segments.push('');
  }
  const path = `/${segments.join('/')}`;
  return { uri: uriOfPath(path === '//' ? '/' : path), certain: !/[?#]/.test(text) };
}

/** An absolute path of either system as a canonical URI; undefined for any other text. */
export function fileUri(path: string): string | undefined {
  if (/^[a-z]:[\\/]/i.test(path)) return canonicalUri(uriOfPath(`/${path.replaceAll('\\', '/')}`))?.uri;
  return path.startsWith('/') && !path.startsWith('//') ? canonicalUri(uriOfPath(path))?.uri : undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what URLs drop at their ends.
const BLANK_END = /[\u0000-\u0020]+$/;

function decodedSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return undefined;
  }
}

function uriOfPath(path: string): string {
  return `file://${path.replace(ENCODED, (found) => (found.isWellFormed() ? encodeURIComponent(found) : '%EF%BF%BD'))}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what a path must encode.
const ENCODED = /[\u0000-\u0020"#%<>?\\`{}\u007f-\u{10ffff}]/gu;

function bare(uri: string): string {
  return uri.replace(/%(5B|5D|5E|7C|7E)/g, (found) => {
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return EITHER.has(character) ? character : found;
  });
}
