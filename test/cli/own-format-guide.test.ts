import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../cli/run.ts';
import { makeRepository } from '../harness/repository.ts';
import { terminalIn } from './program.ts';

/** A file of the page to be written, or a call with what it prints. */
type Step =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'call'; readonly argv: readonly string[]; readonly printed: string };

const page = readFileSync(path.join(import.meta.dirname, '../../docs/own-format.md'), 'utf8');

function steps(): readonly Step[] {
  return [...page.matchAll(/^```(json|console)(?: (\S+))?\n(.*?)^```$/gms)].map(([, kind, name, body = '']): Step => {
    if (kind === 'json') return { kind: 'file', name: name ?? '', text: body };
    const [, call = '', printed = ''] = /^\$ agent-handoff ([^\n]*)\n(.*)$/s.exec(body) ?? [];
    const argv = Array.from(call.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '');
    return { kind: 'call', argv, printed };
  });
}

/** All that a person sees, in the order in which it is printed. */
async function printedBy(folder: string, argv: readonly string[]): Promise<string> {
  let printed = '';
  const add = (text: string) => {
    printed += text;
  };
  await run(argv, { ...terminalIn(folder), write: add, complain: add });
  return printed;
}

test('the page that brings a format of your own does what it says, followed literally', async () => {
  const repository = await makeRepository();
  await repository.commit({ 'src/search.ts': 'one' });
  await repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  await repository.git('checkout', '--quiet', '-b', 'task/ACME-7-ada');
  await repository.commit({ 'src/search.ts': 'two' });
  const followed: string[] = [];
  for (const step of steps()) {
    if (step.kind === 'file') await repository.write({ [step.name]: step.text });
    else {
      const printed = await printedBy(repository.folder, step.argv);
      // Of a long report the page has the beginning.
      const [beginning = ''] = step.printed.split('…\n');
      expect(step.printed.endsWith('…\n') ? printed.slice(0, beginning.length) : printed).toBe(beginning);
    }
    followed.push(step.kind === 'file' ? step.name : (step.argv[0] ?? ''));
  }
  expect(followed).toEqual([
    'schemas/handoff.schema.json',
    '.agent-handoff.json',
    'handoffs/ACME-6.json',
    'check',
    'schemas/handoff.schema.json',
    'create',
    'handoffs/ACME-6.json',
    'check',
  ]);
  const created = JSON.parse(readFileSync(path.join(repository.folder, 'handoffs/ACME-7.json'), 'utf8'));
  expect(created).toMatchObject({
    ticket: 'ACME-7',
    state: 'open',
    branch: 'task/ACME-7-ada',
    changed: ['src/search.ts'],
  });
});

test('every example of x-handoff in the page is one that a schema may hold', async () => {
  const { meaningSchema } = await import('../../core/format/meaning.ts');
  const { Ajv } = await import('ajv');
  const validate = new Ajv({ strict: false }).compile(meaningSchema);
  const examples = [...page.matchAll(/^\| `(\{.*?\})`/gm)].map(([, example = '']) => JSON.parse(example));
  expect(examples.length).toBeGreaterThan(12);
  for (const example of examples) expect([example, validate(example)]).toEqual([example, true]);
});
