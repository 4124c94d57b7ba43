// Counts of a test run, and its last line.
import { type Io, print } from '../io.ts';

export interface Tally {
  passed: number;
  failed: number;
  /** Each test that did not run, with the reason. */
  skipped: string[];
}

export const sum = (tallies: Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.flatMap(({ skipped }) => skipped),
});

/**
 * Prints the closing line, what did not run above it, and returns the exit code. A run in which nothing passed has
 * checked nothing.
 */
export function close(io: Io, { passed, failed, skipped }: Tally): number {
  for (const line of skipped) print(io, `SKIPPED ${line}`);
  const parts = [`${passed} passed`, `${failed} failed`];
  if (skipped.length > 0) parts.push(`${skipped.length} skipped`);
  print(io, parts.join(', '));
  return failed === 0 && passed > 0 ? 0 : 1;
}
