// Runs a build step for the sidecar: writes the call figures first, counts the outcome and reports failures.
import { isoTime } from '#domain/instants.ts';
import type { BuildStep } from '../jobs/builder.ts';
import type { CommandOutcome } from '../jobs/run-command.ts';
import type { Metrics } from './metrics.ts';
import { reportRun } from './run-notices.ts';
import { countCallsIn30Days } from '../http/call-figures.ts';
import type { Store } from '../storage/store.ts';
import { join } from 'node:path';
import { writeAtomically } from '../storage/leftovers.ts';
import { type CallCounts, callCountsFile } from '#contract/schemas/content-files.ts';

/** Writes all call figures or none, before a build is started. */
export const writeCalls = (contentDir: string, calls: CallCounts): Promise<void> =>
  writeAtomically(join(contentDir, '.build', callCountsFile), JSON.stringify(calls));

interface StepDeps {
  store: Store;
  content: string;
  /** Returns milliseconds. */
  now: () => number;
  run: (step: BuildStep) => Promise<CommandOutcome>;
  metrics: Metrics | undefined;
  onProblem: (error: Error, task: string) => void;
}

const tasks: Record<BuildStep, string> = {
  ingest: 'reading the feeds',
  pictures: 'copying pictures',
  build: 'building',
};

/** Removes progress lines of a build, since they contain durations. */
const reasonIn = (output: string): string => output.replace(/^Build: .*\n/gm, '').trim() || 'No reason was given.';

/** Reports the cause of a failed step once, and again if the cause changes or the step has succeeded in between. */
function failureTeller(tell: StepDeps['onProblem']) {
  const failing = new Map<BuildStep, string>();
  return (step: BuildStep, { ok, output }: CommandOutcome): void => {
    if (ok) return void failing.delete(step);
    const reason = reasonIn(output);
    if (failing.get(step) !== reason) tell(new Error(reason), tasks[step]);
    failing.set(step, reason);
  };
}

export function createStepRunner({ store, content, now, run, metrics, onProblem }: StepDeps) {
  const tellFailure = failureTeller(onProblem);
  return async (step: BuildStep): Promise<CommandOutcome> => {
    const calls = { ...(await countCallsIn30Days(store.db, now())), asOf: isoTime(now()) };
    const outcome = await writeCalls(content, calls).then(
      () => run(step),
      (error: Error) => ({ ok: false, output: error.message }),
    );
    metrics?.built(step, outcome.ok);
    tellFailure(step, outcome);
    await reportRun(store.db, content, { step, ...outcome }, now()).catch((error: Error) =>
      onProblem(error, 'telling of a run'),
    );
    return outcome;
  };
}
