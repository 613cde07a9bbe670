import { type CheckedFile, createTally, type Reporter, type Summary, type Told } from '../../cli/report.ts';

/** All of a report at once. */
export function reportOf<Part>(
  { part, whole }: Reporter<Part>,
  files: readonly CheckedFile[],
  told: Partial<Told> = {},
): string {
  return whole(files.map(part), {
    summary: summaryOf(files),
    complaints: [],
    fixed: { applied: 0, created: [] },
    ...told,
  });
}

export function summaryOf(files: readonly CheckedFile[]): Summary {
  const tally = createTally();
  for (const file of files) tally.add(file);
  return tally.summary();
}
