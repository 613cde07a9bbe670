import { type Format, formatOf, isOwn, memberNames, versionOf } from './format.ts';
import { isObject, type Json, type Schema } from './schema.ts';

/** What is known of a document beside its content. */
export interface Hints {
  /** The formats that are known, bundled ones and the user's. */
  readonly formats: readonly Format[];
  /** Ids of the formats in whose usual place the file stands. */
  readonly placed: readonly string[];
  /** Id of the format that a person chose, whatever the content says. */
  readonly chosen?: string;
}

/** Which format a document is. */
export interface Recognition {
  readonly format: Format | undefined;
  /** Whether the version it names is one that the format's schema describes. */
  readonly versionKnown: boolean;
  /** What a document of no format can be made: the formats of its place, or all where it stands in none's. */
  readonly candidates: readonly Format[];
  /** The format in whose usual place the file stands, whatever it holds; the first where several share the place. */
  readonly placed: Format | undefined;
}

/**
 * Content decides: a version that names the format, and the members that no other format names. Place decides only where
 * the content does not tell: nothing there yet, no object, or a few familiar members. Where formats share a place and fit
 * alike, nobody can tell.
 *
 * A format that a project brings has the places that the project gave it, whatever their documents hold, and no others:
 * elsewhere everything is as if it were not there.
 */
export function recognise(value: Json | undefined, { formats, placed, chosen }: Hints): Recognition {
  const at = formats.filter(({ id }) => placed.includes(id));
  const own = at.filter(isOwn);
  const here = own.length > 0 ? own : at;
  const found = () => (own.length > 0 ? amongOwn(value, own) : amongBundled(value, formats, placed));
  const format = formats.find(({ id }) => id === chosen) ?? found();
  return {
    format: format && formatOf(format, value),
    versionKnown: format === undefined || knowsVersion(format, value),
    candidates: here.length > 0 ? here : formats,
    placed: here[0],
  };
}

function amongBundled(
  value: Json | undefined,
  formats: readonly Format[],
  placed: readonly string[],
): Format | undefined {
  const bundled = formats.filter((format) => !isOwn(format));
  return byContent(value, bundled) ?? byPlace(value, bundled, placed);
}

/** Where one format has a place for itself, its documents need not look like it. */
function amongOwn(value: Json | undefined, own: readonly Format[]): Format | undefined {
  const [only, ...others] = own;
  if (others.length === 0) return only;
  return (
    byContent(value, own) ??
    byPlace(
      value,
      own,
      own.map(({ id }) => id),
    )
  );
}

/** Members that make a document of a format recognisable anywhere. Two can be chance; three are not. */
const ENOUGH = 3;

function byContent(value: Json | undefined, formats: readonly Format[]): Format | undefined {
  if (!isObject(value)) return undefined;
  const called = formats.filter((format) => isCalled(format, value));
  if (called.length === 1) return called[0];
  const own = new Map<Format, number>();
  const namers = namersAmong(formats);
  for (const name in value) {
    const format = namers.get(name);
    if (format !== undefined) own.set(format, (own.get(format) ?? 0) + 1);
  }
  const count = (format: Format) => own.get(format) ?? 0;
  return mostFitting(
    formats.filter((format) => count(format) >= ENOUGH),
    count,
  );
}

/** By the name of a member the only format that names it. The same formats are asked about again and again. */
function namersAmong(formats: readonly Format[]): ReadonlyMap<string, Format> {
  if (formats.length !== known.formats.length || formats.some((format, index) => format !== known.formats[index])) {
    const namers = new Map<string, Format | undefined>();
    for (const format of formats) {
      for (const name of memberNames(format)) namers.set(name, namers.has(name) ? undefined : format);
    }
    known = {
      formats,
      namers: new Map([...namers].flatMap(([name, one]) => (one === undefined ? [] : [[name, one]]))),
    };
  }
  return known.namers;
}

let known: { readonly formats: readonly Format[]; readonly namers: ReadonlyMap<string, Format> } = {
  formats: [],
  namers: new Map(),
};

function byPlace(value: Json | undefined, formats: readonly Format[], placed: readonly string[]): Format | undefined {
  const here = formats.filter(({ id }) => placed.includes(id));
  if (!isObject(value) || Object.keys(value).length === 0) return here.length === 1 ? here[0] : undefined;
  const named = (format: Format) => namesOf(format, value).length;
  return mostFitting(
    here.filter((format) => named(format) > 0),
    named,
  );
}

type Members = { readonly [name: string]: Json };

function namesOf(format: Format, value: Members): readonly string[] {
  const names = memberNames(format);
  return Object.keys(value).filter((name) => names.has(name));
}

/** The one format that fits best; undefined where several do alike. */
function mostFitting(formats: readonly Format[], score: (format: Format) => number): Format | undefined {
  if (formats.length < 2) return formats[0];
  const best = Math.max(0, ...formats.map(score));
  const winners = formats.filter((format) => score(format) === best);
  return winners.length === 1 ? winners[0] : undefined;
}

/** Whether a document names the format itself, in any version: its constant has words in it, as `example/handoff/v2` does. */
function isCalled(format: Format, value: Members): boolean {
  let calling = callings.get(format.schema);
  if (calling === undefined) {
    calling = callingOf(format);
    callings.set(format.schema, calling);
  }
  if (calling.called === undefined) return false;
  const found = Object.hasOwn(value, calling.name) ? value[calling.name] : undefined;
  return typeof found === 'string' && withoutNumber(found) === calling.called;
}

/** What a format's documents call it, whatever the version, and the member that does; a schema says the same every time. */
interface Calling {
  readonly name: string;
  /** Undefined where a version does not name the format. */
  readonly called: string | undefined;
}

const callings = new WeakMap<Schema, Calling>();

function callingOf(format: Format): Calling {
  const { name = '', value } = versionOf(format) ?? {};
  const names = typeof value === 'string' && /[a-z]{3}/i.test(value);
  return { name, called: names ? withoutNumber(value) : undefined };
}

/** Without the number of a version at the end. */
function withoutNumber(version: string): string {
  return version.replace(/[\s/@_-]*v?\d+(?:\.\d+)*$/i, '');
}

function knowsVersion(format: Format, value: Json | undefined): boolean {
  const version = versionOf(format);
  if (version === undefined || !isObject(value) || !Object.hasOwn(value, version.name)) return true;
  const found = value[version.name];
  return typeof found !== typeof version.value || found === version.value;
}
