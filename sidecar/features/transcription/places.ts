// The places of the queue, shared out so that neither one client nor one host can take them all.
import { ApiError } from '#contract/errors.ts';
import type { Db } from '../../storage/store.ts';
import type { Job } from './jobs.ts';

/** Of all, of one client, of one host. @spec-gap transcription-queue */
const most = { all: 20, client: 5, host: 10 };
const retryAfterSeconds = 60;

const full = (message: string): ApiError => new ApiError('rate_limited', message, { retryAfterSeconds });

/** Throws where no place is free for the client. */
export async function checkPlace(db: Db, { client, host }: Pick<Job, 'client' | 'host'>): Promise<void> {
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

/** For a job that was to be answered without one. */
export async function takePlace(db: Db, job: Job): Promise<void> {
  await checkPlace(db, job);
  await db.updateTable('transcribeJobs').set({ takesPlace: 1 }).where('id', '=', job.id).execute();
}
