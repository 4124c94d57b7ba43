// What npm run soak does: the fault tests of e2e/soak and the random schedules of payment at full length, by a seed that is printed
// and can be given again, and Lighthouse.
import { randomInt } from 'node:crypto';
import { globSync } from 'node:fs';
import process from 'node:process';
import { root } from '../settings.ts';
import { nodeTests } from './node-tests.ts';
import { withoutMissing } from './programs.ts';
import { inRunScope } from './run-scope.ts';
import { close, sum } from './tally.ts';

const hourMs = 3_600_000;

/** Gives the exit code. */
export function soak(): Promise<number> {
  const all = [...globSync('e2e/soak/*.test.ts', { cwd: root }), 'sidecar/access/schedules.test.ts'];
  process.env.SOAK = 'long';
  process.env.SOAK_SEED ??= String(randomInt(2 ** 31));
  console.log(`Seed ${process.env.SOAK_SEED}; once more with it: SOAK_SEED=${process.env.SOAK_SEED} npm run soak`);
  return inRunScope(24 * hourMs, async ({ signal }) => {
    const { files, tally } = withoutMissing(all, ['initdb', 'chromium']);
    return close(sum([tally, await nodeTests(files, { signal, timeoutMs: 6 * hourMs })]));
  });
}
