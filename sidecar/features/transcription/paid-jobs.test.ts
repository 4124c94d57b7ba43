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
const defaultDeps = { checkLanguage: () => {}, knownDuration: () => undefined, allowedHosts: [] };

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
    const transcribe: TranscribeSource = async ({ sourceUrl }) => {
      if (sourceUrl.includes('fails')) throw new ApiError('bad_request', 'No sound.');
      return result;
    };
    const refunded: string[] = [];
    const refundToken = async (_: Db, tokenId: string) => void refunded.push(tokenId);
    const worker = createTranscriptionWorker({
      store: open(),
      transcribe,
      now: () => 5,
      onProblem: () => {},
      refundToken,
    });
    worker.wake();
    await worker.whenIdle();
    await worker.stop();
    assert.deepEqual(refunded, ['fails']);
  });

  test('refund the token once if they are cancelled, but not if the client may have read a partial transcript', async () => {
    const db = await fresh();
    const refunded: string[] = [];
    const refundToken = async (_: Db, tokenId: string) => void refunded.push(tokenId);
    const transcribe: TranscribeSource = (_, stop) =>
      new Promise((_done, fail) => stop.addEventListener('abort', () => fail(new Error('Too late.'))));
    const deps = { store: open(), now: () => 5, onProblem: () => {}, refundToken };
    const worker = createTranscriptionWorker({ ...deps, transcribe });
    const service = createTranscription({ ...deps, worker, lookUp, ...defaultDeps });
    const [disconnected, read, cancelled] = await Promise.all(
      ['left', 'read', 'told'].map((name) => service.submit(request(name), { client: name, paid: { tokenId: name } })),
    );
    const areRunning = async () => {
      const jobs = await Promise.all([disconnected, read, cancelled].map((job) => findJob(db, job!.id)));
      return jobs.every((job) => job?.status === 'running');
    };
    while (!(await areRunning())) await new Promise((done) => setTimeout(done, 5));
    assert.equal((await service.wait(disconnected!, 600_000, { disconnected: AbortSignal.abort() })).status, 'failed');
    await service.cancel(read!.id, { staysPaid: true });
    await service.cancel(cancelled!.id);
    await service.cancel(cancelled!.id);
    await worker.stop();
    assert.deepEqual(refunded.sort(), ['left', 'told']);
  });
});
