/** What finds an action again when it is chosen: names only. Everything else is computed anew. */
export interface ActionData {
  readonly uri: string;
  readonly version: number;
  /** Who offers it: a finding, the place of the caret, or the document as a whole. */
  readonly from: 'finding' | 'place' | 'document';
  /** Rule and place of the finding; the span of the caret; empty for the document. */
  readonly key: string;
  readonly title: string;
}

/** The data of an action as it came back from the client; undefined where it is not ours. */
export function readActionData(data: unknown): ActionData | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { uri, version, from, key, title }: Readonly<Record<keyof ActionData, unknown>> = { ...nothing, ...data };
  if (typeof uri !== 'string' || typeof version !== 'number' || typeof key !== 'string') return undefined;
  if (typeof title !== 'string' || (from !== 'finding' && from !== 'place' && from !== 'document')) return undefined;
  return { uri, version, from, key, title };
}

const nothing = { uri: undefined, version: undefined, from: undefined, key: undefined, title: undefined };
