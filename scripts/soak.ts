// npm run soak: the fault tests of e2e/soak and the random schedules of payment at full length, by a seed that is printed
// and can be given again, and Lighthouse.
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { close, nodeTests } from './check.ts';
import { ensurePrograms } from './debian.ts';

const missing = ensurePrograms({ initdb: 'postgresql', chromium: 'chromium' });
if (missing.length > 0) console.error(`Missing programs, so their tests fail: ${missing.join(', ')}`);
process.env.SOAK = 'long';
process.env.SOAK_SEED ??= String(randomInt(2 ** 31));
console.log(`Seed ${process.env.SOAK_SEED}; once more with it: SOAK_SEED=${process.env.SOAK_SEED} npm run soak`);
close(await nodeTests('e2e/soak/*.test.ts', 'sidecar/access/schedules.test.ts'));
