import { type Activations, type EditorResults, extensionNames } from './editor.ts';
import { exponentBeyond } from './fit.ts';
import type { Curve } from './growth.ts';
import { median, ratioOf, roundedUp } from './measure.ts';
import { IDLE } from './protocol/servers.ts';
import type { DocumentResult, Samples } from './protocol.ts';
import { type Sizes, VSIX } from './sizes.ts';
import { type TerminalResult, terminalNames } from './terminal.ts';

/** Everything that was measured. */
export interface Results extends EditorResults {
  readonly protocol: readonly DocumentResult[];
  readonly terminal: readonly TerminalResult[];
  readonly growth: readonly Curve[];
  readonly sizes: Sizes;
}

/** Something that is aimed at. */
export interface Target {
  readonly what: string;
  /** The most that it may be; of what has a unit, the first that is too much. */
  readonly limit: number;
  /** What it is; undefined for a growth that is too little to be told. */
  readonly value: number | undefined;
  /** What both are counted in, where they are no ratio. */
  readonly unit?: string;
  /** What is taken by that which knows nothing of handoffs: less nobody takes. */
  readonly least?: number | undefined;
}

/** Whether a target is met: by what was measured, and not by what is shown. */
export function holds({ limit, value, unit }: Target): boolean {
  if (value === undefined) return true;
  return unit === undefined ? value <= limit : value < limit;
}

/** The value of a target for a person, rounded against us. */
export function measuredOf({ value, unit }: Target): string {
  if (value === undefined) return 'hardly grows';
  return unit === undefined ? roundedUp(value) : `${roundedUp(value, 1)} ${unit}`;
}

/** The limit of a target for a person. */
export function limitOf({ limit, unit }: Target): string {
  return unit === undefined ? `at most ${limit}` : `under ${limit} ${unit}`;
}

export function targetsOf({ protocol, terminal, growth, activations, sizes }: Results): readonly Target[] {
  return [
    ...ofProtocol(protocol),
    ...ofTerminal(terminal),
    ...ofEditor(activations, sizes),
    ...ofGrowth([...protocolCurves(protocol), ...growth]),
  ];
}

/** The most that a keystroke may take of what it takes VS Code's JSON server, by the size of the document. */
const keystrokeLimits: ReadonlyMap<string, number> = new Map([
  ['1.4 KB', 0.8],
  ['30 KB', 0.4],
  ['1 MB', 0.25],
  ['30 MB', 0.25],
]);

function ofProtocol(results: readonly DocumentResult[]): readonly Target[] {
  const others = [...(results[0]?.servers.keys() ?? [])].slice(1).filter((name) => name !== IDLE);
  const keystrokeLimit = (size: string) => keystrokeLimits.get(size) ?? 0;
  return others.flatMap((other) => {
    const all = (what: string, of: keyof Samples, limitOf: (size: string) => number) =>
      [...Map.groupBy(results, ({ size }) => size)].map(([size, documents]) => ({
        what: `${what}, ${size}, against ${other}`,
        limit: limitOf(size),
        value: Math.max(...documents.map((document) => ratioTo(other, document, of))),
        least: Math.max(...documents.map((document) => ratioTo(other, document, of, IDLE))),
      }));
    return [
      ...all('start to first diagnostics', 'start', () => 0.5),
      ...all('keystroke to diagnostics', 'keystroke', keystrokeLimit),
      ...all('keystroke in a path of a list', 'path', keystrokeLimit),
      ...all('keystroke that breaks the JSON or mends it', 'broken', keystrokeLimit),
      ...all('peak memory', 'peak', () => 1),
    ];
  });
}

/** NaN, which meets no target, where something was not measured. */
function ratioTo(other: string, { servers }: DocumentResult, of: keyof Samples, name?: string): number {
  const [first] = servers.values();
  const one = name === undefined ? first : servers.get(name);
  return ratioOf(one?.[of] ?? [], servers.get(other)?.[of] ?? []);
}

function ofTerminal(results: readonly TerminalResult[]): readonly Target[] {
  const times = results.at(-1)?.times ?? new Map<string, readonly number[]>();
  const of = (name: string) => times.get(name) ?? [];
  const asking = median(of(terminalNames.gitAlone));
  const against = (ours: string, other: string, limit: number): Target => ({
    what: `10,000 files, \`${ours}\` against ${other}`,
    limit,
    value: ratioOf(of(ours), of(other)),
    least: ratioOf([median(of(terminalNames.floor)) + (ours === terminalNames.git ? asking : 0)], of(other)),
  });
  return [terminalNames.ours, terminalNames.git].flatMap((ours) => [
    against(ours, terminalNames.floor, 1.3),
    against(ours, terminalNames.native, 1),
  ]);
}

function ofEditor(activations: Activations, sizes: Sizes): readonly Target[] {
  const activation = median(activations.get(extensionNames.ours) ?? []);
  return [
    { what: 'activation in VS Code', limit: 20, value: activation, unit: 'ms' },
    { what: 'VSIX', limit: 600, value: (sizes.get(VSIX) ?? Number.NaN) / 1000, unit: 'kB' },
  ];
}

/** How a keystroke and the server's memory grow with the document, beyond what the smallest document takes. */
function protocolCurves(results: readonly DocumentResult[]): readonly Pick<Curve, 'name' | 'exponents'>[] {
  return [false, true].map((mistake) => {
    const documents = results.filter((one) => one.mistake === mistake);
    const beyond = (of: keyof Samples) => {
      const [start, ...points] = documents.map(({ bytes, servers }) => {
        const [ours] = servers.values();
        return { size: bytes, value: median(ours?.[of] ?? []) };
      });
      return exponentBeyond(start?.value ?? Number.NaN, points);
    };
    const name = `size of a document ${mistake ? 'with one mistake' : 'that is valid'}, from keystroke to diagnostics`;
    return { name, exponents: { time: beyond('keystroke'), memory: beyond('peak') } };
  });
}

function ofGrowth(curves: readonly Pick<Curve, 'name' | 'exponents'>[]): readonly Target[] {
  return curves.flatMap(({ name, exponents: { time, memory } }) => [
    { what: `exponent of time over the ${name}`, limit: 1.1, value: time },
    { what: `exponent of memory over the ${name}`, limit: 1.1, value: memory },
  ]);
}
