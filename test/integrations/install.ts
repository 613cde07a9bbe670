import { install, programs } from './programs.ts';

/* Installs the programs that the tests of this folder drive, where it can, and says which of them are left out. */

const missing = programs.filter((program) => !program.isThere());
if (missing.length > 0) {
  console.log(`Installing, to test with: ${missing.map(({ title }) => title).join(', ')} …`);
  const reason = install(missing.flatMap(({ packages }) => packages));
  for (const { title } of missing.filter((program) => !program.isThere())) {
    console.log(`Left out: what is tested with ${title}, because ${reason ?? 'it does not run here'}.`);
  }
}
