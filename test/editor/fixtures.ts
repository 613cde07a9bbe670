import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ruleFixtures } from '../harness/fixtures.ts';

/** The report for programs, as the built terminal program gives it for the folder. */
const reportName = 'report.json';

/**
 * Writes the documents of the rules' fixtures, each in a folder of its own, and the report of the built terminal program
 * about them. Left out is what no editor shows as it stands on disk: a byte-order mark, which VS Code takes off, and lines
 * that end in several ways, which it makes alike; and documents of a fixture's own format.
 */
export async function writeFixtures(folder: string): Promise<void> {
  const shown = ruleFixtures().filter(
    ({ text, schema }) => schema === undefined && !text.startsWith('\ufeff') && isEven(text),
  );
  for (const { rule, name, path, text } of shown) {
    const file = join(folder, `${rule}-${name}`, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const program = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
  const argv = [program, 'check', '.', '--format', 'json'];
  const report = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, argv, { cwd: folder, maxBuffer: 1 << 28 }, (error, output) => {
      if (output === '') reject(error ?? new Error('The terminal program said nothing.'));
      else resolve(output);
    });
  });
  await writeFile(join(folder, reportName), report);
}

/** Whether all lines end alike, in a way that an editor keeps. */
function isEven(text: string): boolean {
  const ends = new Set(text.match(/\r\n|\n|\r/g));
  return ends.size <= 1 && !ends.has('\r');
}
