// Tests of requests that are repeated with their Idempotency-Key after the process died.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Release } from '../../release/release.ts';
import { answerEndpoint, type CallDeps } from '../../http/call-endpoint.ts';
import { fullAdmission } from '../../http/paywall.ts';
import type { Db } from '../../storage/store.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { transcribeHandlers } from './handlers.ts';
import { createTranscription, type Transcription } from './transcription.ts';

const release = { facts: { baseUrl: 'https://room.example' } } as Release;
const idle = { wake: () => {}, stop: async () => {} };
const defaultDeps = { checkLanguage: () => {}, knownDuration: () => undefined, allowedHosts: [] };
const countJobs = async (db: Db) => (await db.selectFrom('transcribeJobs').select('id').execute()).length;

onBothStores('a repeated transcription request', (open) => {
  let now = 1000;
  const all = () =>
    createTranscription({
      store: open(),
      worker: idle,
      lookUp: async () => undefined,
      ...defaultDeps,
      now: () => now,
      onProblem: () => {},
    });
  const post = async (name: string, key: string, parts: Transcription) => {
    const asker = {
      client: async () => 'somebody',
      address: '192.0.2.1',
      sandbox: false,
      accept: undefined,
      authorization: undefined,
      prefer: 'respond-async, wait=0',
      key: () => key,
      explain: (error: unknown) => assert.fail(String(error)),
    };
    const { answer: made } = await answerEndpoint(
      'transcribe',
      { body: { sourceUrl: `https://pod.example/${name}` } },
      asker,
      {
        live: () => release,
        now: () => now,
        store: open(),
        handlers: transcribeHandlers(parts),
        paywall: async () => fullAdmission,
      } as unknown as CallDeps,
    );
    return (JSON.parse((made as { body: string }).body) as { jobId: string }).jobId;
  };

  test('returns the job that the killed process left', async () => {
    const { db } = open();
    const waiting = Promise.withResolvers<string>();
    const killed = Promise.withResolvers<never>();
    const wait: Transcription['wait'] = ({ id }) => {
      waiting.resolve(id);
      return killed.promise;
    };
    const first = post('one', 'a key', { ...all(), wait });
    const left = await waiting.promise;
    now += 40_000;
    assert.equal(await post('one', 'a key', all()), left);
    assert.equal(await countJobs(db), 1);
    killed.reject(new Error('killed'));
    await assert.rejects(first, /killed/);
  });

  test('creates a new job with another key or recording, after a failure and after the key has expired', async () => {
    const { db } = open();
    const ask = (requestKey?: string) =>
      all().submit({ sourceUrl: 'https://pod.example/two' }, { client: 'b', requestKey });
    const { id } = await ask('a request');
    assert.equal((await ask('a request')).id, id);
    for (const other of ['another', undefined, undefined]) assert.notEqual((await ask(other)).id, id);
    await all().cancel(id);
    const again = (await ask('a request')).id;
    assert.notEqual(again, id);
    now += 25 * 3_600_000;
    await db.updateTable('transcribeJobs').set({ status: 'done' }).execute();
    assert.notEqual((await ask('a request')).id, again);
  });
});
