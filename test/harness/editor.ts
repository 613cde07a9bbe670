import Module from 'node:module';

export type Command = (...given: readonly unknown[]) => Promise<unknown>;

/** An editor with just enough of an API for the extension and its language client to run. */
export interface FakeEditor {
  readonly commands: ReadonlyMap<string, Command>;
  /** Errors that were shown. */
  readonly messages: string[];
  /** Gives `vscode` back to Node, which knows of none. */
  end(): void;
}

/** Has `vscode` be the API of an editor that keeps the commands and messages it is given. It is trusted, and nothing is open. */
export function fakeEditor(): FakeEditor {
  const commands = new Map<string, Command>();
  const messages: string[] = [];
  const disposable = { dispose() {} };
  const channel = { info() {}, error() {}, show() {}, onDidChangeLogLevel: () => disposable };
  const kind = { append: () => kind, value: '' };
  const own: Readonly<Record<string, object>> = {
    window: {
      createOutputChannel: () => channel,
      showErrorMessage: async (message: string) => void messages.push(message),
      withProgress: (_: unknown, work: () => unknown) => work(),
      visibleTextEditors: [],
      tabGroups: anything({ all: [] }),
    },
    commands: { registerCommand: (id: string, run: Command) => commands.set(id, run) && disposable },
    workspace: {
      isTrusted: true,
      workspaceFolders: [],
      textDocuments: [],
      notebookDocuments: [],
      getConfiguration: () => ({ get() {} }),
    },
    extensions: { getExtension: () => undefined },
    env: { appName: 'fake', language: 'en' },
    CodeActionKind: new Proxy({}, { get: () => kind }),
    EventEmitter,
  };
  const api = anything(Object.fromEntries(Object.entries(own).map(([name, part]) => [name, partial(part)])));
  const load: unknown = Reflect.get(Module, '_load');
  Reflect.set(Module, '_load', (name: string, ...others: readonly unknown[]) =>
    name === 'vscode' || typeof load !== 'function' ? api : Reflect.apply(load, Module, [name, ...others]),
  );
  return { commands, messages, end: () => void Reflect.set(Module, '_load', load) };
}

/** Classes and lists as they are; of an object what it has, and else anything. */
function partial(part: object): object {
  return typeof part === 'function' ? part : anything(part);
}

/** What has no own member by a name has one that can be called, made and asked in turn, and disposed of. */
function anything(own: object = {}): object {
  return new Proxy(class {}, {
    get: (target, name) => {
      if (name === 'then') return undefined;
      if (name === 'dispose') return () => undefined;
      return Reflect.get(own, name) ?? Reflect.get(target, name) ?? (typeof name === 'symbol' ? undefined : anything());
    },
    set: () => true,
    apply: () => anything(),
  });
}

class EventEmitter {
  readonly #listeners = new Set<(event: unknown) => unknown>();
  readonly event = (listener: (event: unknown) => unknown) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(event: unknown): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}
