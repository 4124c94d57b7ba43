// Tests of refunds for transcription jobs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import type { Db } from '../../storage/store.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import type { TranscribeSource, LookUpSource } from './transcribe-source.ts';
import { addJob, findJob } from './jobs.ts';
import { emptyResult as result } from './test-result.ts';
import { createTranscription } from './transcription.ts';
import { createTranscriptionWorker } from './worker.ts';

const request = (name: string) => ({ sourceUrl: `https://pod.example/${name}` });
const some = { client: 'somebody', takesPlace: true };
const lookUp: LookUpSource = async () => undefined;
const about = { checkLanguage: () => {}, secondsOf: () => undefined, allowedHosts: [] };

onBothStores('paid jobs', (open) => {
  const fresh = async () => {
    const { db } = open();
    await db.deleteFrom('transcribeJobs').execute();
    return db;
  };

  test('refund the token only if they fail', async () => {
    const db = await fresh();
    for (const name of ['fails', 'works', 'unpaid fails'])
      await addJob(db, request(name), { ...some, paidWith: name.startsWith('unpaid') ? undefined : name }, 1);
    const hear: TranscribeSource = async ({ sourceUrl }) => {
      if (sourceUrl.includes('fails')) throw new ApiError('bad_request', 'No sound.');
      return result;
    };
    const givenBack: string[] = [];
    const giveBack = async (_: Db, tokenId: string) => void givenBack.push(tokenId);
    const worker = createTranscriptionWorker({ store: open(), hear, now: () => 5, onProblem: () => {}, giveBack });
    worker.wake();
    await worker.whenIdle();
    await worker.stop();
    assert.deepEqual(givenBack, ['fails']);
  });

  test('refund the token once if they are cancelled, but not if the client may have read a partial transcript', async () => {
    const db = await fresh();
    const givenBack: string[] = [];
    const giveBack = async (_: Db, tokenId: string) => void givenBack.push(tokenId);
    const hear: TranscribeSource = (_, stop) =>
      new Promise((_done, fail) => stop.addEventListener('abort', () => fail(new Error('Too late.'))));
    const parts = { store: open(), now: () => 5, onProblem: () => {}, giveBack };
    const worker = createTranscriptionWorker({ ...parts, hear });
    const all = createTranscription({ ...parts, worker, lookUp, ...about });
    const [left, read, told] = await Promise.all(
      ['left', 'read', 'told'].map((name) => all.submit(request(name), { client: name, paid: { with: name } })),
    );
    while (!(await Promise.all([left, read, told].map((job) => findJob(db, job!.id)))).every((job) => job?.status === 'running')) await new Promise((done) => setTimeout(done, 5)); // prettier-ignore
    assert.equal((await all.wait(left!, 600_000, { gone: AbortSignal.abort() })).status, 'failed');
    await all.cancel(read!.id, { staysPaid: true });
    await all.cancel(told!.id);
    await all.cancel(told!.id);
    await worker.stop();
    assert.deepEqual(givenBack.sort(), ['left', 'told']);
  });
});
