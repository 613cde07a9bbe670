import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allOfGit, factsIn } from '../harness/facts.ts';
import { makeRepository, temporaryFolder, testGit, writeScript } from '../harness/repository.ts';

const onPosix = test.skipIf(process.platform === 'win32');

onPosix('a repository whose configuration and hooks would run a program: the program never ran', async () => {
  const proof = await temporaryFolder();
  const ran = (name: string) => `touch '${path.join(proof, name)}'; cat`;
  const repository = await makeRepository();
  const id = await repository.commit({ 'a.txt': 'a\n', 'b.bin': 'b\n', '.gitattributes': '* filter=evil diff=evil\n' });
  await repository.remote();
  await repository.branch('task/x');
  await repository.commit({ 'c.txt': 'c\n' });
  const inner = await makeRepository();
  await inner.commit({ 'x.txt': 'x' });
  const sub = await repository.submodule('sub', inner);
  const program = async (name: string) => writeScript(path.join(await temporaryFolder(), name), ran(name));
  const programs = [
    'core.fsmonitor',
    'diff.external',
    'diff.evil.textconv',
    'diff.evil.command',
    'filter.evil.clean',
    'filter.evil.smudge',
    'filter.evil.process',
    'core.pager',
    'pager.status',
    'core.sshCommand',
    'core.askPass',
    'core.editor',
    'gpg.program',
    'credential.helper',
    'core.gitProxy',
    'core.alternateRefsCommand',
    'uploadpack.packObjectsHook',
    'diff.guitool',
  ];
  for (const [index, setting] of programs.entries()) {
    await repository.git('config', setting, await program(`setting-${index}`));
  }
  for (const alias of ['status', 'log', 'rev-parse', 'ls-files']) {
    await repository.git('config', `alias.${alias}`, `!${await program(`alias-${alias}`)}`);
  }
  await repository.git('config', 'filter.evil.required', 'true');
  await repository.git('config', 'filter.e=v.i.l.clean', await program('odd-filter'));
  await repository.git('config', 'log.showSignature', 'true');
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n -----END PGP SIGNATURE-----\n';
  const plain = await repository.git('cat-file', 'commit', 'HEAD');
  const signed = `${plain.replace(/\n\n/, `\n${signature}\n`)}\n`;
  await repository.git(
    'update-ref',
    'HEAD',
    await repository.feed(signed, 'hash-object', '-t', 'commit', '-w', '--stdin'),
  );
  await sub.git('config', 'core.fsmonitor', await program('sub-fsmonitor'));
  for (const hook of [
    'post-index-change',
    'reference-transaction',
    'post-checkout',
    'fsmonitor-watchman',
    'pre-auto-gc',
  ]) {
    await writeScript(path.join(repository.folder, '.git', 'hooks', hook), ran(`hook-${hook}`));
  }
  // Sizes stay, times differ: content must be compared, and that is when filters run.
  await repository.write({ 'a.txt': 'A\n', 'b.bin': 'b\n', 'n.txt': 'n\n', 'sub/x.txt': 'y' });
  const facts = await factsIn(repository.folder, { ...allOfGit, commits: [id, id.slice(0, 5)] });
  expect(facts.unchecked).toBe(undefined);
  expect(facts.git).toMatchObject({ branch: 'task/x', changed: ['.gitmodules', 'c.txt', 'sub'] });
  expect(facts.git?.uncommitted).toEqual(['a.txt', 'n.txt']);
  expect(await readdir(proof)).toEqual([]);
});

onPosix('the same programs do run for a git without precautions, so the test above can fail', async () => {
  const proof = await temporaryFolder();
  const repository = await makeRepository();
  await repository.commit({ 'a.txt': 'a\n', '.gitattributes': '* filter=evil\n' });
  const program = (name: string) =>
    writeScript(path.join(proof, `${name}.sh`), `touch '${path.join(proof, name)}'; cat`);
  await repository.git('config', 'filter.evil.clean', await program('filter'));
  await repository.git('config', 'core.fsmonitor', await program('fsmonitor'));
  await repository.write({ 'a.txt': 'A\n' });
  await repository.git('status').catch(() => undefined);
  expect((await readdir(proof)).sort()).toEqual(['filter', 'filter.sh', 'fsmonitor', 'fsmonitor.sh']);
});

onPosix(
  'a filter of the user’s own configuration still runs: with Git LFS nothing looks changed that is not',
  async () => {
    const repository = await makeRepository();
    const home = await temporaryFolder();
    const upper = await writeScript(path.join(home, 'upper'), 'tr a-z A-Z');
    const config = path.join(home, 'gitconfig');
    await repository.git('config', '--file', config, 'filter.up.clean', upper);
    await repository.git('config', 'filter.up.clean', upper);
    await repository.commit({ '.gitattributes': '*.txt filter=up\n', 'a.txt': 'a\n' });
    await repository.git('config', '--unset', 'filter.up.clean');
    await repository.write({ 'a.txt': 'a\n' });
    const git = await testGit({ GIT_CONFIG_GLOBAL: config });
    expect((await factsIn(repository.folder, { git: ['uncommitted'] }, { git })).git?.uncommitted).toEqual([]);
  },
);

onPosix('a partial clone fetches nothing for an object it lacks (pitfall 105)', async () => {
  const source = await makeRepository();
  const id = await source.commit({ 'a.txt': 'a\n' });
  await source.git('config', 'uploadpack.allowFilter', 'true');
  const blob = await source.git('rev-parse', 'HEAD:a.txt');
  const clone = await source.clone('--filter=blob:none', '--no-checkout');
  await clone.git('config', 'protocol.file.allow', 'always');
  const facts = await factsIn(clone.folder, { commits: [id, blob, 'abcdef99'], git: ['changed'] });
  expect(facts.git?.commits.get(id)?.kind).toBe('commit');
  expect(facts.git?.commits.get(blob)).toEqual({ kind: 'absent' });
  expect(facts.git?.commits.get('abcdef99')).toEqual({ kind: 'absent' });
  expect(await clone.git('rev-list', '--objects', '--all', '--missing=print')).toContain(`?${blob}`);
});
