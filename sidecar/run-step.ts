// Runs a build step for the sidecar: writes the call figures first, counts the outcome and reports failures.
import type { Step } from './builds/builder.ts';
import type { CommandOutcome } from './builds/run-command.ts';
import { uncopiedPictures } from './content/media-places.ts';
import type { Metrics } from './ops/metrics.ts';
import { tellRun } from './ops/tell-run.ts';
import { writeCalls } from './release/calls-file.ts';
import { callsIn30Days } from './server/call-figures.ts';
import type { Store } from './store/store.ts';

interface StepParts {
  store: Store;
  content: string;
  /** Milliseconds. */
  now: () => number;
  run: (step: Step) => Promise<CommandOutcome>;
  /** After a build that left pictures to copy. */
  requestPictures: () => Promise<void>;
  metrics: Metrics | undefined;
  told: (error: unknown) => void;
}

export function stepRunner({ store, content, now, run, requestPictures, metrics, told }: StepParts) {
  const leavesPictures = uncopiedPictures(content);
  return async (step: Step): Promise<CommandOutcome> => {
    const counted = await callsIn30Days(store.db, now());
    const outcome = await writeCalls(content, counted).then(
      () => run(step),
      (error: Error) => ({ ok: false, output: error.message }),
    );
    if (step === 'build' && outcome.ok && (await leavesPictures())) await requestPictures();
    metrics?.built(step, outcome.ok);
    await tellRun(store.db, content, { step, ...outcome }, now()).catch(told);
    return outcome;
  };
}
