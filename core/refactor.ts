import { syntaxAround } from './document.ts';
import type { Needs } from './evidence/facts.ts';
import type { Fix } from './finding.ts';
import type { Handoff } from './handoff.ts';
import { memberAt, type Path } from './json/node.ts';
import {
  fits,
  moveNeeds,
  moveToFile,
  type ProseField,
  proseFields,
  type SideFile,
  sideFiles,
  takeInline,
} from './paths/side-file.ts';
import { type Span, touches } from './text/span.ts';

/** What the changes on offer at a place want to know. */
export function refactoringNeeds(handoff: Handoff, span: Span): Needs {
  const texts = textsAt(handoff, span);
  const files = filesAt(handoff, span).flatMap(({ reading }) => reading ?? []);
  return { ...(texts.length === 0 ? {} : moveNeeds(handoff)), files };
}

/**
 * Changes that a person may want although nothing is wrong: a text into a file of its own, and back. `span` is a caret or
 * a selection; the end of a member still means that member. A text past its limit is left to the finding that says so.
 * Where a change cannot be made without loss it is disabled, with the reason; where a fact is unknown it is left out.
 */
export function refactorings(handoff: Handoff, span: Span): readonly Fix[] {
  const moves = textsAt(handoff, span).flatMap((field) => moveToFile(handoff, field, { safe: false }) ?? []);
  const returns = filesAt(handoff, span).flatMap(({ field, reading }) => {
    const fact = reading === undefined ? undefined : handoff.facts.files.get(reading);
    return takeInline(handoff, field, fact) ?? [];
  });
  return [...moves, ...returns].map((fix) => ({ ...fix, preferred: false }));
}

function textsAt(handoff: Handoff, span: Span): readonly ProseField[] {
  return proseFields(handoff).filter((field) => {
    const member = memberTouching(handoff, field.path, span);
    return member?.value?.kind === 'string' && fits(field, member.value.value);
  });
}

function filesAt(handoff: Handoff, span: Span): readonly SideFile[] {
  return sideFiles(handoff).filter(({ path }) => memberTouching(handoff, path, span) !== undefined);
}

/** The member of that name that the span touches; of a member given twice, any. */
function memberTouching({ document }: Handoff, path: Path, span: Span) {
  const last = memberAt(syntaxAround(document, span).root, path);
  return last?.parent.members.find((member) => member.key.value === last.key.value && touches(member, span));
}
