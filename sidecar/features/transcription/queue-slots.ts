// Limits the slots of the queue, so that neither one client nor one host can take them all.
import { ApiError } from '#contract/errors.ts';
import type { Db } from '../../storage/store.ts';
import type { TranscriptionJob } from './jobs.ts';

/** Slots of the queue in total, for one client and for one host. @spec-gap transcription-queue */
const most = { all: 20, client: 5, host: 10 };
const retryAfterSeconds = 60;

const full = (message: string): ApiError => new ApiError('rate_limited', message, { retryAfterSeconds });

/** Throws if no slot is free for the client or the host. */
export async function assertFreeSlot(
  db: Db,
  { client, host }: Pick<TranscriptionJob, 'client' | 'host'>,
): Promise<void> {
  const taken = await db
    .selectFrom('transcribeJobs')
    .select(['client', 'host'])
    .where('status', 'in', ['queued', 'running'])
    .where('takesPlace', '=', 1)
    .execute();
  if (taken.filter((job) => job.client === client).length >= most.client)
    throw full(`${most.client} of your recordings wait already. Try again later, or cancel one.`);
  if (taken.filter((job) => job.host === host).length >= most.host)
    throw full(`${most.host} recordings of ${host} wait already. Try again later.`);
  if (taken.length >= most.all) throw full('Too many recordings wait already. Try again later.');
}

/** Takes a slot for a job that had none; throws if none is free. */
export async function takeSlot(db: Db, job: TranscriptionJob): Promise<void> {
  await assertFreeSlot(db, job);
  await db.updateTable('transcribeJobs').set({ takesPlace: 1 }).where('id', '=', job.id).execute();
}
