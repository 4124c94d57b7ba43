// Runs the test files that failed again, each alone: a test that waits for something may fail while a whole run keeps the machine busy.
import { type NodeTally, nodeTests } from './node-tests.ts';
import type { RunScope } from './run-scope.ts';
import type { Tally } from './tally.ts';

/** Where more fail, it is not the load of the machine. */
const mostProcesses = 5;

/** What was counted in the other files, and what the second run of these gives. */
export async function anotherTry(first: NodeTally, { signal }: Pick<RunScope, 'signal'>): Promise<Tally[]> {
  const { failedIn, failedFiles, passed, failed, skipped } = first;
  if (failedIn.length === 0 || failedIn.length > mostProcesses || signal.aborted) return [first];
  const files = failedIn.flatMap((process) => process.files);
  console.log(`Again, alone: ${files.join(', ')}`);
  const second = await nodeTests(files, { signal, concurrency: 1 });
  const others: Tally = {
    passed: failedIn.reduce((left, process) => left - process.passed, passed),
    failed: failedIn.reduce((left, process) => left - process.failed, failed),
    skipped: skipped.filter((line) => !files.some((file) => line.startsWith(`${file}:`))),
  };
  const unstable = files.filter((file) => failedFiles.has(file) && !second.failedFiles.has(file));
  return [others, { ...second, unstable }];
}
