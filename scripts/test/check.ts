// What npm run check does: the checks that read the code, and the unit tests beside them.
import { nodeTests, wholeRun } from './node-tests.ts';
import { inRunScope } from './run-scope.ts';
import { unitTests, unitTestsOf } from './selection.ts';
import { staticChecks, staticChecksOf } from './static-checks.ts';
import { runSteps } from './steps.ts';
import { close, sum } from './tally.ts';

const limitMs = 60 * 60_000;

/** Checks these files, or everything. Gives the exit code. */
export async function check(files?: string[]): Promise<number> {
  if (files?.length === 0) {
    console.log('Nothing to check.');
    return 0;
  }
  return inRunScope(limitMs, async (scope) => {
    const checks = runSteps(files ? staticChecksOf(files) : staticChecks, scope.signal);
    const tests = files ? unitTestsOf(files) : unitTests();
    return close(sum(await Promise.all([checks, nodeTests(tests, files ? scope : wholeRun(scope))])));
  });
}
