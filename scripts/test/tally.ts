// What a run has counted, and the line that it closes with.

export interface Tally {
  passed: number;
  failed: number;
  /** Each test that did not run, with the reason. */
  skipped: string[];
  /** Each file that failed and passed when it was run again alone. */
  unstable?: string[];
}

export const sum = (tallies: Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.flatMap(({ skipped }) => skipped),
  unstable: tallies.flatMap(({ unstable = [] }) => unstable),
});

/** Prints the closing line, what did not run and what was unstable above it, and returns the exit code. A run in which nothing passed has checked nothing. */
export function close({ passed, failed, skipped, unstable = [] }: Tally): number {
  for (const line of skipped) console.log(`SKIPPED ${line}`);
  for (const file of unstable) console.log(`UNSTABLE ${file}: it failed, and passed when it was run again alone`);
  const parts = [`${passed} passed`, `${failed} failed`];
  if (skipped.length > 0) parts.push(`${skipped.length} skipped`);
  console.log(parts.join(', '));
  return failed === 0 && passed > 0 ? 0 : 1;
}
