// Run by npm run bench: measures the cost of checking a token and prints it as JSON.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { sql } from 'kysely';
import { openStore } from '../../storage/store.ts';
import { tokenChecker } from './check.ts';
import { grantWork } from './grants.ts';
import { secretReader } from './secret.ts';
import { noWallet } from './wallets/none.ts';

const tokens = 500;
const rounds = 20;
const resourceId = 'guest-kit';
const access = { enabled: true, prices: { [resourceId]: 21 } };

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'));
const { db, close } = await openStore({ file: join(folder, 'store.db') });
const secret = secretReader(db);
const now = Date.now();
const derive = await secret();
const accessTokens = await db.transaction().execute(async (tx) => {
  const issued: string[] = [];
  for (let i = 0; i < tokens; i++)
    issued.push((await grantWork(tx, derive, { resourceId, location: 'http://room.example', now })).accessToken);
  return issued;
});

const changes = async (): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select total_changes() as total`.execute(db);
  return rows[0]!.total;
};

const newChecker = () => tokenChecker({ db, wallet: noWallet, now: () => now }, secret);

/** Returns the CPU time of a check in microseconds. */
async function measure(getChecker: () => ReturnType<typeof newChecker>): Promise<number> {
  const start = process.cpuUsage();
  for (let round = 0; round < rounds; round++) {
    const checker = getChecker();
    for (const token of accessTokens) {
      const result = await checker.check(token, access, resourceId);
      if (!('grant' in result)) throw new Error(result.reason);
    }
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / (tokens * rounds);
}

await measure(newChecker);
const before = await changes();
const firstUs = await measure(newChecker);
const warmChecker = newChecker();
await measure(() => warmChecker);
const againUs = await measure(() => warmChecker);
console.log(JSON.stringify({ firstUs, againUs, writes: (await changes()) - before }));
await close();
rmSync(folder, { recursive: true, force: true });
