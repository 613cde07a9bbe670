import type { Facts, Needs } from '../evidence/facts.ts';
import type { Field, Format } from '../format/format.ts';
import type { PlanFiles } from '../format/meaning.ts';
import { join } from '../paths/path.ts';
import { textOf } from '../paths/side-file.ts';
import { escapeRegExp } from './value-draft.ts';

/*
 * Where work stands in a folder of plans: a folder for each phase, in it a file for each plan and one more once it is done.
 */

/** A phase as its folder tells it. */
export interface Phase {
  /** As the folder writes it: `03`. */
  readonly number: string;
  readonly name: string;
  /** Relative to the root. */
  readonly folder: string;
  /** Numbers of the plans that are not done, as their files write them, in order. */
  readonly open: readonly string[];
}

/** What is to be known of the plans. It grows with what is known: the folders of the phases come in the second round. */
export function planNeeds({ traits: { plans } }: Format, facts?: Facts): Needs {
  if (plans === undefined) return {};
  const phases = (facts?.folders.get(plans.folder) ?? []).filter((name) => named(plans.phase, name) !== undefined);
  return { folders: [plans.folder, ...phases.map((name) => join(plans.folder, name))], files: [plans.state] };
}

/** All phases by their numbers, those with open plans first. */
export function phases({ traits: { plans } }: Format, facts: Facts): readonly Phase[] {
  if (plans === undefined) return [];
  const all = (facts.folders.get(plans.folder) ?? []).flatMap((entry): readonly Phase[] => {
    const { phase: number, name = '' } = named(plans.phase, entry) ?? {};
    const folder = join(plans.folder, entry);
    const files = facts.folders.get(folder);
    return number === undefined || files === undefined
      ? []
      : [{ number, name, folder, open: open(plans, number, files) }];
  });
  return all.sort((a, b) => Number(b.open.length > 0) - Number(a.open.length > 0) || byNumber(a.number, b.number));
}

/**
 * The phase that the work is in: the only one with open plans, or the one that the file of the state names, where the two
 * do not contradict one another. Undefined where that is not certain.
 */
export function currentPhase(format: Format, facts: Facts): Phase | undefined {
  const all = phases(format, facts);
  const active = all.filter(({ open }) => open.length > 0);
  const stated = statedPhase(format, facts);
  const among = active.length > 0 ? active : stated === undefined ? [] : all;
  const fitting = stated === undefined ? among : among.filter(({ number }) => byNumber(number, stated) === 0);
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** What a member says about the current phase; undefined where that is not certain. */
export function planValue(
  { meaning: { plan }, schema }: Field,
  format: Format,
  facts: Facts,
): string | number | undefined {
  const phase = plan === undefined ? undefined : currentPhase(format, facts);
  if (phase === undefined) return undefined;
  if (plan === 'phase') return phase.number;
  if (plan === 'name') return phase.name;
  if (plan === 'folder') return phase.folder;
  const [only, ...others] = phase.open;
  return only === undefined || others.length > 0 ? undefined : asNumber(only, [schema.type ?? []].flat());
}

/** What a member may say where it is not certain, the likeliest first. */
export function planChoices({ meaning: { plan } }: Field, format: Format, facts: Facts): readonly string[] {
  if (plan === 'number') return currentPhase(format, facts)?.open ?? [];
  const of = { phase: 'number', name: 'name', folder: 'folder' } as const;
  return plan === undefined ? [] : phases(format, facts).map((phase) => phase[of[plan]]);
}

function statedPhase({ traits: { plans } }: Format, { files }: Facts): string | undefined {
  const text = plans && textOf(files.get(plans.state));
  return /^[\s>#*_-]*phase[\s*_]*:[\s*_]*(?:phase\s+)?(\d+(?:\.\d+)*)/im.exec(text ?? '')?.[1];
}

/** The plans of a phase without a file that says that they are done. */
function open({ plan, done }: PlanFiles, phase: string, files: readonly string[]): readonly string[] {
  const numbers = (pattern: string) =>
    files.flatMap((file) => {
      const found = named(pattern, file);
      return found?.plan !== undefined && byNumber(found.phase ?? phase, phase) === 0 ? [found.plan] : [];
    });
  const finished = numbers(done);
  return numbers(plan)
    .filter((number) => !finished.some((other) => byNumber(other, number) === 0))
    .sort(byNumber);
}

/** The parts of a name that a pattern such as `{phase}-{name}` tells; undefined where the name is another. */
function named(
  pattern: string,
  name: string,
): { readonly phase?: string; readonly plan?: string; readonly name?: string } | undefined {
  const parts: Readonly<Record<string, string>> = {
    '{phase}': '(?<phase>\\d+(?:\\.\\d+)*)',
    '{plan}': '(?<plan>\\d+(?:\\.\\d+)*)',
    '{name}': '(?<name>.+)',
  };
  const source = pattern.split(/(\{(?:phase|plan|name)\})/).map((part) => parts[part] ?? escapeRegExp(part));
  return new RegExp(`^${source.join('')}$`, 'u').exec(name)?.groups;
}

/** By value, part by part: `2` is `02`, and `2.1` follows it. */
function byNumber(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let part = 0; part < Math.max(left.length, right.length); part++) {
    const difference = (left[part] ?? 0) - (right[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function asNumber(written: string, types: readonly string[]): string | number {
  return types.includes('integer') && /^\d{1,9}$/.test(written) ? Number(written) : written;
}
