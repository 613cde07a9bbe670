import { setFlagsFromString } from 'node:v8';

/** First and last major version of V8, as in `process.versions.v8`. */
export type Versions = readonly [from: number, to: number];

/** From Node 20 on, as far as they have been tried. */
export const knownVersions: Versions = [11, 14];

/**
 * Sets a flag of V8 where the running version is known to have it: of others it would say on standard error that it has no
 * such flag. To be called before anything is compiled that V8 is to keep, since it keeps that for one set of flags.
 */
export function setFlag(flag: string, [from, to]: Versions = knownVersions): void {
  const version = Number.parseInt(process.versions.v8, 10);
  if (version >= from && version <= to) setFlagsFromString(flag);
}
