// Handlers answer with the types of the contract; these lines stop compiling if they do not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Handler, json } from './handler.ts';

const received = { requestId: 'r', status: 'received', statusUrl: 'https://room.example/s' } as const;

test('a handler gives the fields of the contract', async () => {
  const handler: Handler<'bookingRequest'> = async () => json(received);
  assert.deepEqual(await handler(undefined as never, undefined as never), { body: JSON.stringify(received) });
});

test('a renamed, a further, a missing field and the answer of another endpoint do not compile', () => {
  const { requestId, status, statusUrl } = received;
  // @ts-expect-error: requestId has another name
  const renamed: Handler<'bookingRequest'> = () => json({ requestID: requestId, status, statusUrl });
  // @ts-expect-error: note is nothing that the contract knows
  const further: Handler<'bookingRequest'> = () => json({ requestId, status, statusUrl, note: '' });
  // @ts-expect-error: statusUrl is missing
  const missing: Handler<'bookingRequest'> = async () => json({ requestId, status });
  // @ts-expect-error: the answer of another endpoint
  const foreign: Handler<'l402Verify'> = () => json<'bookingRequest'>(received);
  const promised: Handler<'changes'> = () => ({
    etag: 'e',
    lastModified: '2026-01-01T00:00:00Z',
    // @ts-expect-error: totals is total
    answer: () => json({ items: [], count: 0, totals: 0, nextCursor: '' }),
  });
  assert.equal([renamed, further, missing, foreign, promised].length, 5);
});
