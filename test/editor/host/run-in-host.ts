import { runTests, type Tests } from '../suite.ts';

/** The `run` that VS Code calls: it rejects where a test fails, so that the host exits with a code of its own. */
export function runInHost(tests: Tests<void>): () => Promise<void> {
  return async () => {
    const results = await runTests(
      tests,
      async () => {},
      (line) => console.log(line),
    );
    const failed = results.filter(({ passed }) => !passed).length;
    if (failed > 0) throw new Error(`${failed} of ${results.length} tests failed.`);
  };
}
