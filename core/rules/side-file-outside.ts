import { spanOfValue } from '../document.ts';
import type { Handoff } from '../handoff.ts';
import { flawOf, isInGitFolder } from '../paths/portable-path.ts';
import { type SideFile, sideFileNeeds, sideFiles } from '../paths/side-file.ts';
import type { HandoffRule } from '../rule.ts';
import { shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['side-file'],
  summary: 'A side file outside the repository',
  reason: `A file outside the repository does not travel with the handoff, so the next agent reads nothing there, or something
that was never meant for it. That is so whether the path itself leads out or a link on the way does. Git's own folder is no
place for it either, in whatever case it is written. Such a file is never opened, linked or shown.

No repair is safe: copying the file would bring into the repository what may have been kept out of it for a reason.`,
  wording: 'ignored',
  needs: sideFileNeeds,
  *check(handoff) {
    for (const side of sideFiles(handoff)) {
      const rest = complaint(handoff, side);
      if (rest === undefined) continue;
      yield {
        span: spanOfValue(handoff.document, side.path),
        path: side.path,
        message: `${shown(side.file)} must ${rest}.`,
      };
    }
  },
};

function complaint({ facts }: Handoff, { file, reading }: SideFile): string | undefined {
  const flaw = flawOf(file, 'file');
  if (flaw?.leaves) return 'stay inside the repository; it leads out of it';
  if (flaw?.severity !== 'error' && isInGitFolder(file)) return 'not lie in ".git"; git keeps its own files there';
  const fact = reading === undefined ? undefined : facts.files.get(reading);
  if (fact?.kind !== 'outside') return undefined;
  if (fact.reason === 'git') return 'not lie in ".git"; a link on the way leads there';
  return `stay inside the repository; ${fact.reason === 'link' ? 'a link on the way' : 'it'} leads out of it`;
}
