import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { FileFact } from '../evidence/facts.ts';
import type { Fix } from '../finding.ts';
import type { Handoff } from '../handoff.ts';
import { replaceValue } from '../json/change.ts';
import { nodeAt, type Path } from '../json/node.ts';
import { baseName, folderOf, join } from '../paths/path.ts';
import { createNamed, type SideFile, sideFileNeeds, sideFiles } from '../paths/side-file.ts';
import type { HandoffRule } from '../rule.ts';
import { nearest, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['side-file'],
  summary: 'A side file that is not there',
  reason: `The text that the handoff hands over is in a file that nobody has, so the next agent starts without it. The path is
relative to the repository's top level, not to the handoff.

Where the path is right from the handoff's own folder, or a file with a similar name is there, a fix names that file; where
the text stands beside the path, a fix writes the file from it. None runs unattended: only a person can tell that the other
file is the one that was meant.`,
  wording: 'ignored',
  needs: sideFileNeeds,
  *check(handoff) {
    for (const side of sideFiles(handoff)) {
      const fact = wrongFile(handoff, side);
      if (fact === undefined) continue;
      const found = fact.kind === 'folder' ? 'it is a folder' : 'there is no such file';
      yield {
        span: spanOfValue(handoff.document, side.path),
        path: side.path,
        message: `${shown(side.file)} must be a file that holds ${side.field.name}; ${found}.`,
        fixes: () => fixes(handoff, side, fact),
      };
    }
  },
  fixNeeds(handoff) {
    const sides = sideFiles(handoff).filter((side) => wrongFile(handoff, side) !== undefined);
    return {
      files: sides.flatMap((side) => besides(handoff, side)),
      folders: [...sides.map(({ reading = '' }) => folderOf(reading)), ...ownFolder(handoff)],
    };
  },
};

/** What is there in the place of a file; undefined where the file is there, or nobody knows. */
function wrongFile({ facts }: Handoff, { reading }: SideFile): FileFact | undefined {
  const fact = reading === undefined ? undefined : facts.files.get(reading);
  return fact?.kind === 'absent' || fact?.kind === 'folder' ? fact : undefined;
}

function fixes(handoff: Handoff, side: SideFile, fact: FileFact): readonly Fix[] {
  const [beside] = besides(handoff, side).filter((path) => handoff.facts.files.get(path)?.kind === 'file');
  if (beside !== undefined) return [write(handoff, side.path, beside, true)];
  const near = nearFile(handoff, side);
  const create = fact.kind === 'absent' ? createNamed(handoff, side) : undefined;
  return [
    ...(near === undefined ? [] : [write(handoff, side.path, near, false)]),
    ...(create === undefined ? [] : [create]),
  ];
}

function write({ document }: Handoff, path: Path, file: string, preferred: boolean): Fix {
  return {
    title: `Write ${shown(file)}`,
    preferred,
    edit() {
      const node = nodeAt(document.syntax.root, path);
      return node === undefined ? edit() : edit(replaceValue(document.text, node, file));
    },
  };
}

/** The path read from the handoff's own folder, as people write it by mistake. */
function besides(handoff: Handoff, { reading }: SideFile): readonly string[] {
  return ownFolder(handoff).flatMap((folder) =>
    reading === undefined || folder === '' ? [] : [join(folder, reading)],
  );
}

function ownFolder({ facts }: Handoff): readonly string[] {
  return facts.place?.path === undefined ? [] : [folderOf(facts.place.path)];
}

/** A file of a similar name in the folder that is named, else beside the handoff. Handoffs themselves are left out. */
function nearFile(handoff: Handoff, { reading = '' }: SideFile): string | undefined {
  for (const folder of new Set([folderOf(reading), ...ownFolder(handoff)])) {
    const names = handoff.facts.folders.get(folder)?.filter((name) => !/\.json$/i.test(name)) ?? [];
    const near = nearest(
      baseName(reading),
      names.filter((name) => join(folder, name) !== reading),
    );
    if (near !== undefined) return join(folder, near);
    if (folder !== folderOf(reading) && names.includes(baseName(reading))) return join(folder, baseName(reading));
  }
  return undefined;
}
