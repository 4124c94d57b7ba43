// A clock for embargoes: a forward jump of the machine's clock is believed only after a while.

/** More than any correction by NTP in small steps. */
const toleratedMs = 30_000;
const believedAfterMs = 10 * 60_000;

/** `monotonic` runs on whatever the clock is set to. Both give milliseconds. */
export function steadyClock(wall: () => number, monotonic: () => number): () => number {
  let [wallThen, monotonicThen] = [wall(), monotonic()];
  let jumpedAt: number | undefined;
  return () => {
    const [here, elapsed] = [wall(), monotonic()];
    const expected = wallThen + (elapsed - monotonicThen);
    if (here - expected > toleratedMs) {
      jumpedAt ??= elapsed;
      if (elapsed - jumpedAt < believedAfterMs) return expected;
    }
    [wallThen, monotonicThen, jumpedAt] = [here, elapsed, undefined];
    return here;
  };
}
