import { stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Whether a disk takes names that differ only in case for one file, found out by a look at an existing file under its
 * name in the other case. Nothing is written. Undefined where the file is not there or its name has no letters.
 */
export async function foldsCase(file: string): Promise<boolean | undefined> {
  const name = path.basename(file);
  const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  if (other === name) return undefined;
  const [here, there] = await Promise.all([identity(file), identity(path.join(path.dirname(file), other))]);
  return here === undefined ? undefined : here === there;
}

/** Undefined where nothing is there, or nobody may look. */
async function identity(file: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
