import { describe, expect, test } from 'vitest';
import { makeRepository, temporaryFolder } from '../harness/repository.ts';
import { makeCheckout, runProgram } from './checkout.ts';
import { name, oneLine } from './handoff.ts';
import { preCommit } from './programs.ts';

describe.skipIf(!preCommit.isThere())('the hook, by pre-commit from a checkout', () => {
  test('stops a commit with a bad handoff, lets a good one pass, and looks at handoffs alone', async () => {
    const hooks = await makeCheckout();
    const rev = await hooks.git('rev-parse', 'HEAD');
    const { folder, git, commit, write } = await makeRepository();
    const head = await commit({
      '.pre-commit-config.yaml': `repos: [{ repo: '${hooks.folder}', rev: '${rev}', hooks: [{ id: agent-handoff }] }]\n`,
    });
    const env = { PRE_COMMIT_HOME: await temporaryFolder(), NO_COLOR: '1' };
    const attempt = async () => {
      await git('add', '--all');
      return runProgram('git', ['commit', '--message', 'Hand over'], folder, env);
    };
    expect(await runProgram('pre-commit', ['install', '--install-hooks'], folder, env)).toMatchObject({ code: 0 });

    await write({ [name]: oneLine(head, 'interupt'), 'other.json': '{,}' });
    const stopped = await attempt();
    expect(stopped.code).toBe(1);
    expect(stopped.said).toContain('check agent handoffs');
    expect(stopped.said).toMatch(/^memory\/handoffs\/task-1\.json:1:\d+$/m);
    expect(stopped.said).toContain('"interupt"');
    expect(stopped.said).not.toContain('other.json:');
    expect(await git('rev-parse', 'HEAD')).toBe(head);

    await write({ [name]: oneLine(head, 'interrupt') });
    expect(await attempt()).toMatchObject({ code: 0, said: expect.stringMatching(/check agent handoffs\.+Passed/) });
    expect(await git('rev-parse', 'HEAD~1')).toBe(head);
  });

  test('is described as pre-commit wants it', async () => {
    const { folder } = await makeCheckout();
    expect(await runProgram('pre-commit', ['validate-manifest', '.pre-commit-hooks.yaml'], folder)).toMatchObject({
      code: 0,
    });
  });
});
