/**
 * Address of the page about a rule: a `file:` URL of the page that ships beside the program, so it opens without a
 * network and says what this very version does.
 */
export function docsOf(rule: string): string {
  // Both the sources and the bundle lie one folder below the package.
  const page = pages.get(rule) ?? new URL(`../${pageOf(rule)}`, import.meta.url).href;
  pages.set(rule, page);
  return page;
}

/** Every finding of a rule leads to the same page. */
const pages = new Map<string, string>();

/** The page about a rule, relative to the package, with `/`. */
export function pageOf(rule: string): string {
  return `docs/rules/${encodeURIComponent(rule)}.md`;
}
