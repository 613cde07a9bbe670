import type { Git, GitCall } from './git.ts';
import { describeProblem, runGit } from './git.ts';

/** An answer, or why there is none: a sentence for a person, without a full stop. */
export type Found<T> = { readonly kind: 'found'; readonly value: T } | Unknown;

export interface Unknown {
  readonly kind: 'unknown';
  readonly reason: string;
}

export function found<T>(value: T): Found<T> {
  return { kind: 'found', value };
}

export function unknown(reason: string): Unknown {
  return { kind: 'unknown', reason };
}

/** The output of a command that must end with code 0; every other end is unknown, never an empty answer. */
export async function ask(git: Git, call: GitCall): Promise<Found<Buffer>> {
  const result = await runGit(git, call);
  if (result.kind !== 'answer') return unknown(describeProblem(result));
  return result.code === 0 ? found(result.output) : unknown(complaint(call, result.code, result.said));
}

/** The same for an output that `take` of the call gets piece by piece; whether `take` stopped git before its end. */
export async function askInPieces(git: Git, call: GitCall & Required<Pick<GitCall, 'take'>>): Promise<Found<boolean>> {
  const result = await runGit(git, call);
  if (result.kind !== 'answer') return unknown(describeProblem(result));
  return result.code === 0 ? found(result.truncated) : unknown(complaint(call, result.code, result.said));
}

/** Cuts an output that comes in pieces into parts that end in `end`, which are handed on without it. */
export function cutAt(end: number, part: (bytes: Buffer) => 'stop' | undefined): (piece: Buffer) => 'stop' | undefined {
  let rest: Buffer = Buffer.alloc(0);
  return (piece) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let from = 0;
    for (let at = bytes.indexOf(end); at >= 0; at = bytes.indexOf(end, from)) {
      if (part(bytes.subarray(from, at)) === 'stop') return 'stop';
      from = at + 1;
    }
    rest = bytes.subarray(from);
    return undefined;
  };
}

/** What git complained of, or which command failed where it said nothing. */
export function complaint(call: GitCall, code: number, said: string): string {
  const line = said.split('\n').find((text) => /^(fatal|error): /.test(text));
  if (line !== undefined) return `git says: ${line.replace(/^(fatal|error): /, '').replace(/\.$/, '')}`;
  return `git ${call.arguments[0] ?? ''} ended with code ${code} in ${call.folder}`;
}

/** The records of an output in which each ends in NUL. */
export function records(output: Buffer): readonly Buffer[] {
  const list: Buffer[] = [];
  for (let from = 0; from < output.length; ) {
    const end = output.indexOf(0, from);
    list.push(output.subarray(from, end < 0 ? undefined : end));
    from = end < 0 ? output.length : end + 1;
  }
  return list;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bytes as text, or undefined where they are not UTF-8. */
export function decoded(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A name that is not UTF-8, with each byte that is no printable ASCII written as `\xNN`. */
export function printable(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte > 0x1f && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('');
}
