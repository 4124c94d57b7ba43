import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageModel } from '#sidecar/console/page.ts';
import type { loadTranscriptsPage } from './page.ts';
import { onBothStores } from '#sidecar/storage/test-stores.ts';
import { openConsole, readPage, signInByLink } from '#sidecar/console/test-console.ts';

const job = {
  language: null,
  format: 'text' as const,
  progress: 0.42,
  durationSeconds: 90,
  result: null,
  problem: null,
  attempts: 1,
  claimedUntil: 0,
  updatedAt: 1,
  client: 'somebody',
  host: 'x.example',
  takesPlace: 1,
};

onBothStores('transcripts in the console', (open) => {
  test('jobs are shown with their progress, and untrusted text as plain text', async () => {
    const { db } = open();
    await db.deleteFrom('transcribeJobs').execute();
    const problem = JSON.stringify({ kind: 'bad_request', message: 'It is a playlist.\u202e' });
    const rows = [
      { ...job, id: 'one', status: 'running' as const, sourceUrl: 'https://x.example/\u202ea.mp3', createdAt: 1 },
      { ...job, id: 'two', status: 'failed' as const, sourceUrl: 'https://x.example/b', problem, createdAt: 2 },
    ];
    await db.insertInto('transcribeJobs').values(rows).execute();
    const cancelled: string[] = [];
    const cancel = async (name: string) => (cancelled.push(name), name === 'one' ? ({} as never) : undefined);
    const browser = await signInByLink(openConsole(open(), { transcription: { cancel } }));
    const { jobs } = readPage<PageModel<typeof loadTranscriptsPage>>(await browser.get('/transcripts')).model;
    assert.deepEqual(
      jobs.map(({ id: name, status, source, progress, problem: why }) => [name, status, source, progress, why]),
      [
        ['two', 'failed', 'https://x.example/b', 0.42, 'It is a playlist.⟨U+202E⟩'],
        ['one', 'running', 'https://x.example/⟨U+202E⟩a.mp3', 0.42, undefined],
      ],
    );
    assert.equal((await browser.post('/transcripts/jobs/one/cancel')).statusCode, 303);
    assert.equal((await browser.post('/transcripts/jobs/nobody/cancel')).statusCode, 404);
    assert.deepEqual(cancelled, ['one', 'nobody']);
  });

  test('a running job shows the remaining time and the last segments', async () => {
    const { db } = open();
    await db.deleteFrom('transcribeJobs').execute();
    const segments = Array.from({ length: 40 }, (_, n) => ({ start: n, end: n + 1, text: `Line ${n}.` }));
    const result = JSON.stringify({ untilSeconds: 40, segments, since: { at: 0, share: 0.3 } });
    const row = { ...job, id: 'one', status: 'running' as const, sourceUrl: 'https://x.example/a', createdAt: 1 };
    await db
      .insertInto('transcribeJobs')
      .values({ ...row, progress: 0.5, updatedAt: 20_000, result })
      .execute();
    const browser = await signInByLink(openConsole(open()));
    const [shownJob] = readPage<PageModel<typeof loadTranscriptsPage>>(await browser.get('/transcripts')).model.jobs;
    assert.equal(shownJob!.remainingSeconds, 50);
    assert.deepEqual(shownJob!.partial!.at(-1), segments.at(-1));
    assert.equal(shownJob!.partial!.length, 12);
  });
});
