// Tells others of releases in the background, one telling at a time; what goes live meanwhile is told together afterwards.
import type { BuiltRelease } from '#domain/release/site-entry.ts';
import type { Channels } from './pings.ts';

export interface BuildOutcome {
  release: string;
  built: boolean;
  /** The release that was live before. */
  before?: BuiltRelease | undefined;
  after?: BuiltRelease;
  /** Who is told of it. */
  channels?: Channels;
}

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

const nameOf = (release: BuildOutcome['after']): string | undefined => release?.manifest.release;

/** From what was live before the first to what the last has made. Two builds may be told of in the other order. */
function joined(one: BuildOutcome, other: BuildOutcome): BuildOutcome {
  if (!one.after || !other.after) return one.after ? one : other;
  const isReversed = nameOf(other.before) !== nameOf(one.after) && nameOf(other.after) === nameOf(one.before);
  const [first, last] = isReversed ? [other, one] : [one, other];
  return { ...last, before: first.before };
}
