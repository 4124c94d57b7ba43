// Limits the slots of the queue, so that neither one client nor one host can take them all.
import { ApiError } from '#contract/errors.ts';
import type { Db } from '../../storage/store.ts';
import type { TranscriptionJob } from './jobs.ts';

/** Slots of the queue in total, for one client and for one host. @spec-gap transcription-queue */
const limits = { all: 20, client: 5, host: 10 };
const retryAfterSeconds = 60;

const queueFull = (message: string): ApiError => new ApiError('rate_limited', message, { retryAfterSeconds });

/** Throws if no slot is free for the client or the host. */
export async function assertFreeSlot(
  db: Db,
  { client, host }: Pick<TranscriptionJob, 'client' | 'host'>,
): Promise<void> {
  const slots = await db
    .selectFrom('transcribeJobs')
    .select(['client', 'host'])
    .where('status', 'in', ['queued', 'running'])
    .where('takesPlace', '=', 1)
    .execute();
  if (slots.filter((job) => job.client === client).length >= limits.client)
    throw queueFull(`You have ${limits.client} recordings in the queue. Try again later or cancel one.`);
  if (slots.filter((job) => job.host === host).length >= limits.host)
    throw queueFull(`The queue has ${limits.host} recordings of ${host}. Try again later.`);
  if (slots.length >= limits.all) throw queueFull('The queue is full. Try again later.');
}

/** Takes a slot for a job that had none; throws if none is free. */
export async function takeSlot(db: Db, job: TranscriptionJob): Promise<void> {
  await assertFreeSlot(db, job);
  await db.updateTable('transcribeJobs').set({ takesPlace: 1 }).where('id', '=', job.id).execute();
}
