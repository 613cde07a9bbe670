import path from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { type Bench, shownPath } from './bench.ts';
import type { FixedSource } from './fix.ts';

/**
 * What fixes would change, as a unified diff that `git apply` and `patch -p1` take in the working folder: new files first,
 * as they would be made. Bytes are those of the files, carriage returns and byte-order marks too. Empty where nothing
 * changes.
 */
export function diffOf(fixes: readonly FixedSource[], bench: Pick<Bench, 'folder'>): string {
  return fixes
    .flatMap(({ source, text, create, root = bench.folder }) => [
      ...create.map((file) => added(shownPath(bench, path.join(root, file.path)), file.text)),
      ...(text === source.text ? [] : [changed(source, text)]),
    ])
    .join('');
}

function added(name: string, text: string): string {
  return createTwoFilesPatch('/dev/null', `b/${name}`, '', text, undefined, undefined, options);
}

function changed({ path: name, text }: FixedSource['source'], after: string): string {
  return createTwoFilesPatch(`a/${name}`, `b/${name}`, text, after, undefined, undefined, options);
}

const options = {
  context: 3,
  headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
};
