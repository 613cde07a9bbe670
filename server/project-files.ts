import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { Context } from './context.ts';
import { inBackground } from './handle.ts';
import type { ProjectFile } from './host.ts';
import { createPositions } from './positions.ts';
import { diagnosticSource } from './protocol.ts';

/**
 * Publishes what is wrong with the files that open handoffs are checked by: their configuration, and the schemas of the
 * project's formats. They are no handoffs, so no client asks for diagnostics of them.
 */
export function createProjectFiles({ connection, documents, evidence, abilities }: Context): { tell(): void } {
  /** Diagnostics as JSON by URI; none for files without. */
  const told = new Map<string, string>();
  return {
    tell() {
      const files = new Map<string, ProjectFile>();
      for (const document of documents.all()) {
        for (const file of evidence.now(document).configured.project?.files ?? []) files.set(file.uri, file);
      }
      for (const uri of new Set([...told.keys(), ...files.keys()])) {
        const file = files.get(uri);
        const diagnostics = file === undefined ? [] : diagnosticsOf(file, abilities().encoding);
        const json = JSON.stringify(diagnostics);
        if (json === (told.get(uri) ?? '[]')) continue;
        if (diagnostics.length === 0) told.delete(uri);
        else told.set(uri, json);
        inBackground(connection, 'Publishing', () => connection.sendDiagnostics({ uri, diagnostics }));
      }
    },
  };
}

function diagnosticsOf({ text, problems }: ProjectFile, encoding: Parameters<typeof createPositions>[1]): Diagnostic[] {
  const positions = createPositions(text, encoding);
  return problems.map(({ span, message, severity }) => ({
    range: positions.rangeOf(span),
    message,
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    source: diagnosticSource,
  }));
}
