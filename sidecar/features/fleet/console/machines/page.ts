// The page of the machines of a room.
import { sql } from 'kysely';
import type { LoadPage } from '#sidecar/console/page.ts';
import type { Db } from '#sidecar/storage/store.ts';
import { listMachineLags } from '../../machines.ts';

/** Counts waiting tasks. */
async function countQueues(db: Db) {
  const { rows } = await sql<Record<'deliveries' | 'transcriptions' | 'builds', number>>`select
    (select count(*) from deliveries where state = 'pending') as deliveries,
    (select count(*) from "transcribeJobs" where status = 'queued') as transcriptions,
    (select count(*) from "buildRequests") as builds`.execute(db);
  return rows[0]!;
}

export const loadMachinesPage = (async ({ store: { db }, live, now, builds }) => {
  const since = (await builds.last())?.finishedAt ?? 0;
  return {
    machines: await listMachineLags(db, { release: live().id, since }, now()),
    leases: await db.selectFrom('leases').selectAll().where('until', '>', now()).orderBy('name').execute(),
    queues: await countQueues(db),
  };
}) satisfies LoadPage;
