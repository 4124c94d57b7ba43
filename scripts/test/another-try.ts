// Runs the test files that failed again, alone: a test that waits for something may fail while a whole run keeps the machine busy.
import { type NodeTally, nodeTests } from './node-tests.ts';
import type { RunScope } from './run-scope.ts';
import type { Tally } from './tally.ts';

/** Where more fail, it is not the load of the machine. */
const mostFiles = 5;

/** What was counted in the other files, and what the second run of these gives. */
export async function anotherTry(first: NodeTally, { signal }: Pick<RunScope, 'signal'>): Promise<Tally[]> {
  const { failedIn, passed, failed, skipped } = first;
  if (failedIn.length === 0 || failedIn.length > mostFiles || signal.aborted) return [first];
  const files = failedIn.map(({ file }) => file);
  console.log(`Again, alone: ${files.join(', ')}`);
  const second = await nodeTests(files, { signal, concurrency: 1 });
  const others: Tally = {
    passed: failedIn.reduce((left, file) => left - file.passed, passed),
    failed: failedIn.reduce((left, file) => left - file.failed, failed),
    skipped: skipped.filter((line) => !files.some((file) => line.startsWith(`${file}:`))),
  };
  const unstable = files.filter((file) => second.failedIn.every((still) => still.file !== file));
  return [others, { ...second, unstable }];
}
