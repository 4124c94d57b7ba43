// Transcripts in pages: together they are the whole, and each fits the requested size.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxToolTokens } from '#contract/limits.ts';
import type { Segment, TranscribeJob } from '#contract/schemas/transcripts.ts';
import { estimateTokens } from '#domain/text/token-estimate.ts';
import type { Context } from '../../http/handler.ts';
import { transcribeHandlers } from './handlers.ts';
import type { Transcription } from './transcription.ts';

const segments: Segment[] = Array.from({ length: 400 }, (_, at) => ({
  start: at * 5,
  end: at * 5 + 4,
  text: `This is sentence number ${at} of a long conversation about the tide.`,
  speaker: at % 2 === 0 ? 'Ann' : 'Ben',
}));
const made = { language: 'en', languageSource: 'request', durationSeconds: 2000, engine: 'e', source: 'cache' };
const result = JSON.stringify({ ...made, segments, warnings: ['A warning.'] });
const job = { id: 'j', status: 'done', sourceUrl: 'https://x.example/a.mp3', format: 'text', createdAt: 1, result };
const { transcribeJob } = transcribeHandlers({ find: async () => job } as unknown as Transcription);
const context = { release: { facts: { baseUrl: 'https://room.example' } } } as unknown as Context;

async function readPage(query: { maxTokens?: number; cursor?: string }) {
  const answer = await transcribeJob({ params: { jobId: 'j' }, query, body: undefined }, context);
  return (JSON.parse((answer as { body: string }).body) as TranscribeJob).result!;
}

test('the pages of a transcript fit, and together they are the whole', async () => {
  const whole = await readPage({});
  assert.equal(whole.nextCursor, undefined);
  assert.equal(whole.segments.length, segments.length);
  assert.ok(estimateTokens(JSON.stringify(whole)) > 5000);
  const read: Segment[] = [];
  let pages = 0;
  for (let cursor: string | undefined = '0'; cursor !== undefined; pages++) {
    const page = await readPage({ maxTokens: 1000, cursor });
    assert.ok(estimateTokens(JSON.stringify(page)) < 1300 && page.segments.length > 0);
    assert.ok(!page.transcript.includes('warning') && page.transcript.includes(page.segments[0]!.text));
    read.push(...page.segments);
    cursor = page.nextCursor;
  }
  assert.deepEqual(read, whole.segments);
  assert.ok(pages > 5);
});

test('a cursor past the end gives nothing more, and a large page the whole', async () => {
  const past = await readPage({ cursor: '9999' });
  assert.deepEqual([past.transcript, past.segments, past.nextCursor], ['', [], undefined]);
  assert.equal((await readPage({ maxTokens: 10 * maxToolTokens })).nextCursor, undefined);
});
