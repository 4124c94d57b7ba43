// Looks into the store of a room from outside, and lets time pass in it.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

type Row = Record<string, string | number | null>;

export async function query(env: NodeJS.ProcessEnv, text: string): Promise<Row[]> {
  if (env.DATABASE_URL) {
    const client = new pg.Client(env.DATABASE_URL);
    await client.connect();
    const { rows } = await client.query<Row>(text);
    await client.end();
    return rows;
  }
  const database = new DatabaseSync(join(env.DATA_DIR!, 'greenroom.db'));
  database.exec('PRAGMA busy_timeout=5000');
  const rows = database.prepare(text).all() as Row[];
  database.close();
  return rows;
}

export const count = async (env: NodeJS.ProcessEnv, what: string): Promise<number> =>
  Number((await query(env, `select count(*) as n from ${what}`))[0]!.n);

/** Every delivery that waits for its next attempt is due. */
export const passTime = (env: NodeJS.ProcessEnv) =>
  query(
    env,
    `update deliveries set "nextAttemptAt" = 0
    where state = 'pending' and "lastAttemptAt" is not null and "nextAttemptAt" > 0`,
  );

/** Requests a build as the console does after an approval. */
export const askForBuild = (env: NodeJS.ProcessEnv) =>
  query(env, `insert into "buildRequests" (step, "requestedAt") values ('build', 0) on conflict (step) do nothing`);
