import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import oniguruma from 'vscode-oniguruma';
import textmate, { type IGrammar, type IRawGrammar } from 'vscode-textmate';

const require = createRequire(import.meta.url);
const ours = new URL('../../syntaxes/agent-handoff.tmLanguage.json', import.meta.url);
const standIn = new URL('json-grammar.json', import.meta.url);

/** A token's text and its innermost scope, the one that a theme colours first. */
export type Token = readonly [text: string, scope: string];

/**
 * Our grammar as the editor loads it. `json` is the grammar it builds on, as a file: the editor's own where it is at
 * hand, else a stand-in that gives the same scopes.
 */
export async function loadGrammar(json: URL | string = standIn): Promise<IGrammar> {
  await loadEngine();
  const files = new Map<string, URL | string>([
    ['source.json.agent-handoff', ours],
    ['source.json', json],
  ]);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scopeName) => readGrammar(files.get(scopeName)),
  });
  const grammar = await registry.loadGrammar('source.json.agent-handoff');
  if (grammar === null) throw new Error('The grammar could not be loaded.');
  return grammar;
}

/** The tokens of a text, line by line, blanks between tokens left out. */
export function tokensOf(grammar: IGrammar, text: string): Token[] {
  return scopesOf(grammar, text).map(([token, scopes]) => [token, scopes.at(-1) ?? '']);
}

/** As `tokensOf`, with every scope of a token, the outermost first. */
export function scopesOf(grammar: IGrammar, text: string): [text: string, scopes: string[]][] {
  const found: [string, string[]][] = [];
  let stack = textmate.INITIAL;
  for (const line of text.split(/\r?\n/)) {
    const result = grammar.tokenizeLine(line, stack);
    for (const token of result.tokens) {
      const part = line.slice(token.startIndex, token.endIndex);
      if (part.trim() !== '' || part.includes('\t')) found.push([part, token.scopes]);
    }
    stack = result.ruleStack;
  }
  return found;
}

let engine: Promise<void> | undefined;

function loadEngine(): Promise<void> {
  engine ??= oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));
  return engine;
}

function readGrammar(file: URL | string | undefined): IRawGrammar | null {
  return file === undefined ? null : textmate.parseRawGrammar(readFileSync(file, 'utf8'), 'grammar.json');
}
