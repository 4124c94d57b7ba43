import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TranscriptsModel } from './model.ts';
import { onBothStores } from '../../store/test-stores.ts';
import { auditOf, openConsole, shown, signInByLink } from '../test-console.ts';

const id = 'a-talk-0a1b2c3d';
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
  test('recordings that were asked for are shown with their progress, and what strangers wrote as plain text', async () => {
    const { db } = open();
    await db.deleteFrom('transcribeJobs').execute();
    const problem = JSON.stringify({ kind: 'bad_request', message: 'It is a play list.\u202e' });
    const rows = [
      { ...job, id: 'one', status: 'running' as const, sourceUrl: 'https://x.example/\u202ea.mp3', createdAt: 1 },
      { ...job, id: 'two', status: 'failed' as const, sourceUrl: 'https://x.example/b', problem, createdAt: 2 },
    ];
    await db.insertInto('transcribeJobs').values(rows).execute();
    const browser = await signInByLink(openConsole(open()));
    const { jobs } = shown<TranscriptsModel>(await browser.get('/transcripts')).model;
    assert.deepEqual(
      jobs.map(({ id: name, status, source, progress, problem: why }) => [name, status, source, progress, why]),
      [
        ['two', 'failed', 'https://x.example/b', 0.42, 'It is a play list.⟨U+202E⟩'],
        ['one', 'running', 'https://x.example/⟨U+202E⟩a.mp3', 0.42, undefined],
      ],
    );
  });

  test('an own transcript is approved or deleted once, and no forged name reaches another file', async () => {
    const contentDir = await mkdtemp(join(tmpdir(), 'greenroom-content-'));
    const waiting = join(contentDir, 'transcripts', 'waiting');
    await mkdir(waiting, { recursive: true });
    await writeFile(join(waiting, `${id}.vtt`), 'WEBVTT\n\nNOTE\nA talk\nHeard\n\n00:01.000 --> 00:02.000\nHello\n');
    await writeFile(join(contentDir, 'creator.vtt'), 'WEBVTT');
    const console = openConsole(open(), { contentDir });
    const browser = await signInByLink(console);
    const [found] = shown<TranscriptsModel>(await browser.get('/transcripts')).model.waiting;
    assert.deepEqual(found, { id, title: id, segments: [{ start: 1, end: 2, text: 'Hello' }] });
    for (const forged of ['..%2F..%2Fcreator', '%00', 'nothing-00000000'])
      assert.equal((await browser.post(`/transcripts/${forged}/approve`)).statusCode, 404, forged);
    await mkdir(join(contentDir, 'transcripts'), { recursive: true });
    await writeFile(join(contentDir, 'transcripts', `${id}.vtt`), 'the good one');
    const good = await readFile(join(waiting, `${id}.vtt`), 'utf8');
    await writeFile(join(waiting, `${id}.vtt`), good.replace('-->', '->'));
    const refused = await browser.post(`/transcripts/${id}/approve`);
    assert.equal(refused.statusCode, 400);
    assert.match(refused.body, /line 7: a cue begins with its times/);
    assert.equal(await readFile(join(contentDir, 'transcripts', `${id}.vtt`), 'utf8'), 'the good one');
    await writeFile(join(waiting, `${id}.vtt`), good);
    const approved = await browser.post(`/transcripts/${id}/approve`);
    assert.match(approved.headers.location as string, /notice=transcriptApproved/);
    assert.ok(existsSync(join(contentDir, 'transcripts', `${id}.vtt`)));
    assert.deepEqual(console.requested, ['build']);
    assert.equal((await browser.post(`/transcripts/${id}/reject`)).statusCode, 404);
    assert.ok((await auditOf(console)).includes(`creator: item.transcript-approved ${id}`));
    await rm(contentDir, { recursive: true });
  });
});
