import { describe, expect, test } from 'vitest';
import type { Json } from '../../core/format/schema.ts';
import { failuresIn, saysFailure } from '../../core/test-results.ts';

describe('a text says that something failed', () => {
  test.each([
    'fail',
    'FAILED',
    'failed',
    'error',
    'Error: timeout',
    '1 failed, 12 passed',
    '0 passed 1 failed',
    '2 of 12 tests failed',
    'lint passed, tests failed',
    'FAILED (errors=1)',
    '12 passing\n2 failing',
    'failure',
    'not run; build failed',
    '3 errors',
    'CI lint 실패: line 42',
    '2건 실패',
    'failed.',
    '(failed)',
  ])('%j', (text) => {
    expect(saysFailure(text)).toBe(true);
  });
});

describe('a text that passed, denies a failure, or only contains the word in a name does not', () => {
  test.each([
    'pass',
    'passed',
    'ok',
    'pending',
    '',
    'no failures',
    'No failures.',
    'no tests failed',
    '12 passed, 0 failed',
    '0/12 failed',
    '0 of 12 tests failed',
    'failed: 0',
    'failures=0, errors=0',
    'errors: none',
    'did not fail',
    "didn't fail",
    'without any errors',
    'zero errors',
    '1 xfailed',
    'fail-fast',
    'test_error_handling',
    'src/error.ts',
    'errors/index.ts',
    'see error.log',
    'failover',
    'error handling tests passed',
    'unfailed',
    '실패 없음',
    '실패: 0건',
    '0건 실패',
    '오류는 없습니다',
  ])('%j', (text) => {
    expect(saysFailure(text)).toBe(false);
  });
});

describe('results in any form', () => {
  const cases: readonly (readonly [Json, readonly (readonly (string | number)[])[]])[] = [
    [{ pytest: 'passed', ci: 'failed' }, [['ci']]],
    [{ unit: { passed: 12, failed: 2 } }, [['unit', 'failed']]],
    [{ unit: { passed: 12, failed: 0, errors: 0 } }, []],
    [{ failed: ['a', 'b'] }, [['failed']]],
    [{ failed: [], failures: {}, error: null }, []],
    [{ runs: [{ status: 'pass' }, { status: 'FAIL' }] }, [['runs', 1, 'status']]],
    [{ failures: { unit: 0, e2e: 3 } }, [['failures', 'e2e']]],
    [{ error: 'timeout after 30 s' }, [['error']]],
    [{ error: 'none', failed: '0', failed_tests: 'no' }, []],
    [{ lint: { ok: false }, unit: { passed: true, failed: false } }, [['lint', 'ok']]],
    [{ failed: true }, [['failed']]],
    [{ test_failed_login: 'pass', expected_failures: 3 }, []],
    [{ constructor: 'failed', toString: 1, __proto__: null }, [['constructor']]],
    ['failed', [[]]],
    [null, []],
  ];
  test.each(cases)('%j fails at %j', (results, paths) => {
    expect(failuresIn(results, []).map(({ path }) => path)).toEqual(paths);
  });
});

test('a very long text is judged in good time', () => {
  const started = performance.now();
  saysFailure(`${'x '.repeat(200_000)}${'no failures '.repeat(2000)}`);
  expect(performance.now() - started).toBeLessThan(2000);
});
