import path from 'node:path';
import { type Facts, type Needs, noFacts } from '../../core/evidence/facts.ts';
import { createAsked, ROUNDS, withMore } from '../../core/evidence/rounds.ts';
import { createHandoff, type Handoff } from '../../core/handoff.ts';
import { gather } from '../../host/facts.ts';
import { placeOf } from '../../host/surroundings.ts';
import { documentAt, NOW } from './core.ts';
import { locate } from './facts.ts';
import { type TestRepository, testGit } from './repository.ts';

/** A document in a real repository, with all that is asked for in rounds, as editor and terminal do. */
export async function handoffIn(
  repository: TestRepository,
  file: string,
  text: string,
  needs: (handoff: Handoff) => Needs,
): Promise<Handoff> {
  const git = await testGit();
  const at = path.join(repository.folder, file);
  const surroundings = await locate(at, git);
  const place = placeOf(surroundings, at);
  const document = documentAt(file, text);
  let facts: Facts = { ...noFacts(NOW, surroundings.unchecked), ...(place && { place }) };
  const asked = createAsked();
  for (let round = 0; round < ROUNDS; round++) {
    const missing = asked.missing(needs(made(document, facts)));
    facts = withMore(facts, await gather(surroundings, at, missing, { git, now: NOW }));
    asked.add(missing);
  }
  return made(document, facts);
}

function made(document: Handoff['document'], facts: Facts): Handoff {
  const handoff = createHandoff(document, facts);
  if (handoff === undefined) throw new Error('This is no handoff.');
  return handoff;
}
