// How much waits in the queues that machines share.
import { sql } from 'kysely';
import type { Db } from '../../storage/store.ts';

interface Waiting {
  deliveries: number;
  transcriptions: number;
  builds: number;
}

export async function waitingOf(db: Db): Promise<Waiting> {
  const { rows } = await sql<Waiting>`select
    (select count(*) from deliveries where state = 'pending') as deliveries,
    (select count(*) from "transcribeJobs" where status = 'queued') as transcriptions,
    (select count(*) from "buildRequests") as builds`.execute(db);
  return rows[0]!;
}
