// Gives back the memory that the start took: reading a release leaves more behind than the release itself needs, and V8
// keeps it as long as nothing more is asked of it.
import { performance } from 'node:perf_hooks';
import { collector } from './garbage.ts';

/** Share of the time before, in which there was work. */
const atRest = 0.1;

/** Waits until little is asked. */
export function collectGarbage(afterMs: number): void {
  const collect = collector();
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > atRest) return;
    clearInterval(timer);
    void collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
  }, afterMs).unref();
}
