import {
  type CodeLens,
  type CodeLensParams,
  CodeLensRefreshRequest,
  type InlayHint,
  type InlayHintParams,
  InlayHintRefreshRequest,
} from 'vscode-languageserver/node';
import { isChained } from '../core/create/chain.ts';
import type { HandoffDocument } from '../core/document.ts';
import { inlayNeeds, inlays } from '../core/show/inlay.ts';
import { lens } from '../core/show/lens.ts';
import { cut } from '../core/show/markdown.ts';
import type { Context } from './context.ts';
import { answering, inBackground, stale } from './handle.ts';

/** Commands of our client that a lens offers beside what it says, by title. */
const commands = [
  ['Compare', 'agentHandoff.compare'],
  ['Refresh', 'agentHandoff.refresh'],
  ['Resume', 'agentHandoff.resume'],
] as const;

/** Offered where another handoff may follow. */
const createNext = ['Create next', 'agentHandoff.createNext'] as const;

/** A lens stands before the commands on its line, in code points. */
const LONGEST = 80;

/** What the editor draws around the text: a lens over the handoff, and notes behind its commits. */
export function registerNotes(context: Context): void {
  const { connection, documents, evidence, abilities } = context;
  connection.onCodeLens(
    answering<CodeLensParams, CodeLens[]>(connection, 'Lens', async ({ textDocument }) => {
      const document = context.handoff(textDocument.uri);
      if (document === undefined) return null;
      const found = lens(document.handoff, evidence.reports(document), evidence.now(document).facts);
      if (found === undefined) return [];
      const range = document.positions.rangeOf(found.span);
      const next = abilities().hasCommands && followable(document.handoff) ? [createNext] : [];
      const offered = abilities().hasCommands ? commands : [];
      return [
        {
          range,
          command: {
            title: cut(found.title, LONGEST),
            command: abilities().hasCommands ? 'agentHandoff.showProblems' : '',
          },
        },
        ...[...offered, ...next].map(([title, command]) => ({
          range,
          command: { title, command, arguments: [document.uri] },
        })),
      ];
    }),
  );
  connection.languages.inlayHint.on(
    answering<InlayHintParams, InlayHint[]>(connection, 'Inlay hints', async ({ textDocument, range }) => {
      const document = context.handoff(textDocument.uri);
      if (document === undefined) return null;
      const { facts } = await evidence.settle(document, (known) => inlayNeeds(document.handoff, known.facts));
      if (!documents.isCurrent(document)) return stale();
      const [start, end] = [document.positions.offsetAt(range.start), document.positions.offsetAt(range.end)];
      return inlays(document.handoff, facts)
        .filter(({ offset }) => start <= offset && offset <= end)
        .map(({ offset, label }) => ({ position: document.positions.positionAt(offset), label, paddingLeft: true }));
    }),
  );
  const refresh = (supported: () => boolean, ask: () => Promise<void>) => {
    if (supported()) inBackground(connection, 'Refreshing', ask);
  };
  evidence.onChange(() => {
    refresh(
      () => abilities().refreshesLenses,
      () => connection.sendRequest(CodeLensRefreshRequest.type),
    );
    refresh(
      () => abilities().refreshesInlays,
      () => connection.sendRequest(InlayHintRefreshRequest.type),
    );
  });
}

function followable({ recognition: { format } }: HandoffDocument): boolean {
  return format !== undefined && isChained(format);
}
