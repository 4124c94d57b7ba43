import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import type { TranscribeSource } from './transcribe-source.ts';
import { createTranscription } from './transcription.ts';
import { emptyResult as result } from './test-result.ts';
import { createTranscriptionWorker } from './worker.ts';

/** Timeout that is long enough for a busy machine. */
const patienceMs = 600_000;
const defaultDeps = {
  lookUp: async () => undefined,
  checkLanguage: () => {},
  knownDuration: () => undefined,
  allowedHosts: [],
};

onBothStores('jobs that a client or the creator waits for', (open) => {
  const begin = async (transcribe: TranscribeSource, saveTranscript = async (_: string) => {}) => {
    await open().db.deleteFrom('transcribeJobs').execute();
    const deps = { store: open(), now: () => 5, onProblem: () => {} };
    const worker = createTranscriptionWorker({ ...deps, transcribe, saveTranscript });
    return { worker, service: createTranscription({ ...deps, ...defaultDeps, worker }) };
  };

  test('are cancelled if the client disconnects', async () => {
    const { worker, service } = await begin(
      (_, stop) =>
        new Promise((_done, fail) => stop.addEventListener('abort', () => fail(stop.reason as Error), { once: true })),
    );
    const job = await service.submit({ sourceUrl: 'https://pod.example/left' }, { client: 'somebody' });
    const { status, problem } = await service.wait(job, patienceMs, { disconnected: AbortSignal.abort() });
    assert.equal(status, 'failed');
    assert.match(problem!, /cancelled/);
    await worker.stop();
  });

  test('save transcripts of the creator’s own episodes for review, or the reason why they failed', async () => {
    const savedEpisodes: string[] = [];
    const { worker, service } = await begin(
      async () => result,
      async (episode) => {
        if (savedEpisodes.push(episode) > 1) throw new ApiError('bad_request', 'It was corrected.');
      },
    );
    const episode = { id: 'a-talk-0a1b2c3d', audioUrl: 'https://pod.example/talk.mp3' };
    const first = await service.wait(await service.submitEpisode(episode), patienceMs);
    const second = await service.wait(await service.submitEpisode(episode), patienceMs);
    await worker.stop();
    assert.deepEqual([first.status, second.status, savedEpisodes], ['done', 'failed', [episode.id, episode.id]]);
    assert.match(second.problem!, /corrected/);
  });

  test('are refused at once for an episode in a language that no engine knows', async () => {
    const { worker } = await begin(async () => result);
    const checkLanguage = ({ language = 'none' }) => {
      throw new ApiError('bad_request', `No engine for ${language}.`);
    };
    const service = createTranscription({
      ...defaultDeps,
      store: open(),
      now: () => 5,
      onProblem: () => {},
      worker,
      checkLanguage,
    });
    const episode = { id: 'a-talk-0a1b2c3d', audioUrl: 'https://pod.example/talk.mp3', language: 'ar' };
    await assert.rejects(service.submitEpisode(episode), /No engine for ar/);
    assert.deepEqual(await open().db.selectFrom('transcribeJobs').select('id').execute(), []);
    await worker.stop();
  });
});
