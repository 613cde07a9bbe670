import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { type InitializationOptions, statusNotification } from '../../server/protocol.ts';
import type { Competitors } from '../competitors.ts';

/** A language server, and what its own client in VS Code tells it. */
export interface ServerProgram {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly languageId: string;
  readonly initializationOptions: unknown;
  /** `settings` of `workspace/didChangeConfiguration`, sent once at the start. */
  readonly settings: unknown;
  /** Notifications that follow it. */
  readonly greeting: readonly { readonly method: string; readonly params: unknown }[];
  /** The notification by which it says that it has asked everybody; undefined where it asks nobody. */
  readonly status?: string;
  /** It knows nothing of what is in a document, so that what it says of one is not looked at. */
  readonly isIdle?: true;
  /** Beside the environment that everything has. */
  readonly env?: Readonly<Record<string, string>>;
}

const top = dirname(dirname(import.meta.dirname));

export function ourServer({ node }: Pick<Competitors, 'node'>): ServerProgram {
  const initializationOptions: InitializationOptions = { trusted: true, status: true, commands: true };
  return {
    name: 'Agent Handoff',
    command: node,
    args: [join(top, 'dist', 'server.js'), '--stdio'],
    languageId: 'agent-handoff',
    initializationOptions,
    settings: { agentHandoff: { git: { enabled: true } } },
    greeting: [],
    status: statusNotification,
  };
}

/** VS Code's JSON server from the file that starts it, with the schema that ships, as an extension would contribute it. */
export function jsonServer(name: string, file: string, { node }: Pick<Competitors, 'node'>): ServerProgram {
  const uri = pathToFileURL(join(top, 'schemas', 'task.schema.json')).href;
  return {
    name,
    command: node,
    args: [file, '--stdio'],
    languageId: 'json',
    initializationOptions: {
      handledSchemaProtocols: ['file'],
      provideFormatter: false,
      customCapabilities: { rangeFormatting: { editLimit: 10_000 } },
    },
    settings: {
      http: { proxy: '', proxyStrictSSL: true },
      json: {
        validate: { enable: true },
        format: { enable: true },
        keepLines: { enable: false },
        schemas: [],
        resultLimit: 5001,
        jsonFoldingLimit: 5001,
        jsoncFoldingLimit: 5001,
        jsonColorDecoratorLimit: 5001,
        jsoncColorDecoratorLimit: 5001,
      },
    },
    // One parameter, which is a list.
    greeting: [{ method: 'json/schemaAssociations', params: [{ fileMatch: ['**/memory/handoffs/*.json'], uri }] }],
  };
}

/** What every server takes: Node, the protocol and the machine. No target is measured against it. */
export const IDLE = 'a server that knows nothing';

/** Bundles it into a folder, as ours is. */
export async function idleServer(folder: string, { node }: Pick<Competitors, 'node'>): Promise<ServerProgram> {
  const outfile = join(folder, 'idle.cjs');
  const source = join(import.meta.dirname, 'idle.ts');
  await build({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'cjs', minify: true });
  return {
    name: IDLE,
    command: node,
    args: [outfile, '--stdio'],
    languageId: 'json',
    initializationOptions: {},
    settings: {},
    greeting: [],
    isIdle: true,
  };
}
