// Runs a build step for the sidecar: writes the call figures first, counts the outcome and reports failures.
import type { Step } from '../jobs/builder.ts';
import type { CommandOutcome } from '../jobs/run-command.ts';
import { uncopiedPictures } from '../content/media-places.ts';
import type { Metrics } from './metrics.ts';
import { tellRun } from './tell-run.ts';
import { writeCalls } from '../release/calls-file.ts';
import { callsIn30Days } from '../http/call-figures.ts';
import type { Store } from '../storage/store.ts';

interface StepDeps {
  store: Store;
  content: string;
  /** Milliseconds. */
  now: () => number;
  run: (step: Step) => Promise<CommandOutcome>;
  /** After a build that left pictures to copy. */
  requestPictures: () => Promise<void>;
  metrics: Metrics | undefined;
  onProblem: (error: Error, task: string) => void;
}

const tasks: Record<Step, string> = { ingest: 'reading the feeds', pictures: 'copying pictures', build: 'building' };

/** Without the lines in which a build says what it does, since they tell how long that took. */
const reasonIn = (output: string): string => output.replace(/^Build: .*\n/gm, '').trim() || 'No reason was given.';

/** Tells why a step failed once, not with each repetition, until it fails for another reason or after it has worked. */
function failureTeller(tell: StepDeps['onProblem']) {
  const failing = new Map<Step, string>();
  return (step: Step, { ok, output }: CommandOutcome): void => {
    if (ok) return void failing.delete(step);
    const reason = reasonIn(output);
    if (failing.get(step) !== reason) tell(new Error(reason), tasks[step]);
    failing.set(step, reason);
  };
}

export function stepRunner({ store, content, now, run, requestPictures, metrics, onProblem }: StepDeps) {
  const leavesPictures = uncopiedPictures(content);
  const tellFailure = failureTeller(onProblem);
  return async (step: Step): Promise<CommandOutcome> => {
    const counted = await callsIn30Days(store.db, now());
    const outcome = await writeCalls(content, counted).then(
      () => run(step),
      (error: Error) => ({ ok: false, output: error.message }),
    );
    if (step === 'build' && outcome.ok && (await leavesPictures())) await requestPictures();
    metrics?.built(step, outcome.ok);
    tellFailure(step, outcome);
    await tellRun(store.db, content, { step, ...outcome }, now()).catch((error: Error) =>
      onProblem(error, 'telling of a run'),
    );
    return outcome;
  };
}
