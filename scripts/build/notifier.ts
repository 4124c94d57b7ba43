// Notifies others of releases in the background, one notification at a time; what goes live meanwhile is reported together afterwards.
import type { PageChange } from './commit-release.ts';
import type { BuildOutcome } from './room-builder.ts';

/** Resolves when nothing is left to tell. */
export type Notify = (outcome: BuildOutcome) => Promise<void>;

export function createNotifier(notify: (outcome: BuildOutcome) => Promise<void>): Notify {
  let pending: BuildOutcome | undefined;
  let running: Promise<void> | undefined;
  const notifyAll = async () => {
    try {
      while (pending) {
        const next = pending;
        pending = undefined;
        await notify(next);
      }
    } finally {
      running = undefined;
    }
  };
  return (outcome) => {
    pending = pending ? mergeOutcomes(pending, outcome) : outcome;
    return (running ??= notifyAll());
  };
}

/** The changes of two builds as one. They may arrive in the other order. */
function mergeOutcomes(one: BuildOutcome, other: BuildOutcome): BuildOutcome {
  const [first, last] = one.number <= other.number ? [one, other] : [other, one];
  const changes = new Map<string, PageChange>(first.changes.map((change) => [change.path, change]));
  for (const { path, before, after } of last.changes) {
    const earlier = changes.get(path);
    changes.set(path, { path, before: earlier ? earlier.before : before, after });
  }
  return { ...last, channels: last.channels ?? first.channels, changes: [...changes.values()] };
}
