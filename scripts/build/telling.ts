// Notifies others of releases in the background, one notification at a time; what goes live meanwhile is reported together afterwards.
import type { PageChange } from './commit-release.ts';
import type { BuildOutcome } from './room-builder.ts';

/** Resolves when nothing is left to tell. */
export type Tell = (outcome: BuildOutcome) => Promise<void>;

export function teller(spread: (outcome: BuildOutcome) => Promise<void>): Tell {
  let untold: BuildOutcome | undefined;
  let running: Promise<void> | undefined;
  const tellAll = async () => {
    try {
      while (untold) {
        const next = untold;
        untold = undefined;
        await spread(next);
      }
    } finally {
      running = undefined;
    }
  };
  return (outcome) => {
    untold = untold ? joined(untold, outcome) : outcome;
    return (running ??= tellAll());
  };
}

/** The changes of two builds as one. They may arrive in the other order. */
function joined(one: BuildOutcome, other: BuildOutcome): BuildOutcome {
  const [first, last] = one.number <= other.number ? [one, other] : [other, one];
  const changes = new Map<string, PageChange>(first.changes.map((change) => [change.path, change]));
  for (const { path, was, is } of last.changes) {
    const earlier = changes.get(path);
    changes.set(path, { path, was: earlier ? earlier.was : was, is });
  }
  return { ...last, channels: last.channels ?? first.channels, changes: [...changes.values()] };
}
