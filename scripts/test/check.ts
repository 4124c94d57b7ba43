// npm run check: static checks and unit tests.
import { type Io, print } from '../io.ts';
import { runNodeTests, wholeRun } from './node-tests.ts';
import { runInScope } from './run-scope.ts';
import { unitTests, unitTestsOf } from './selection.ts';
import { staticChecks, staticChecksOf } from './static-checks.ts';
import { runSteps } from './steps.ts';
import { close, sum } from './tally.ts';

const limitMs = 60 * 60_000;

/** Checks these files, or everything. Gives the exit code. */
export async function check(io: Io, files?: string[]): Promise<number> {
  if (files?.length === 0) {
    print(io, 'Nothing to check.');
    return 0;
  }
  return runInScope(io, limitMs, async (scope) => {
    const checks = runSteps(files ? staticChecksOf(files) : staticChecks, scope);
    const tests = files ? unitTestsOf(files) : unitTests();
    return close(io, sum(await Promise.all([checks, runNodeTests(tests, wholeRun(scope))])));
  });
}
