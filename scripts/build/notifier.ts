// Announces releases in the background, one at a time. Releases that go live in the meantime are announced together
// afterwards.
import type { PageChange } from './commit-release.ts';
import type { BuildOutcome } from './room-builder.ts';

/** Function that announces an outcome. Its promise resolves when nothing is left to announce. */
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

/** Merges the changes of two builds, which may arrive in either order. */
function mergeOutcomes(one: BuildOutcome, other: BuildOutcome): BuildOutcome {
  const [first, last] = one.number <= other.number ? [one, other] : [other, one];
  const changes = new Map<string, PageChange>(first.changes.map((change) => [change.path, change]));
  for (const { path, before, after } of last.changes) {
    const earlier = changes.get(path);
    changes.set(path, { path, before: earlier ? earlier.before : before, after });
  }
  return { ...last, channels: last.channels ?? first.channels, changes: [...changes.values()] };
}
