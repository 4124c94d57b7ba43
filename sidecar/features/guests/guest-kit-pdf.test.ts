import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { ApiError } from '#contract/errors.ts';
import { guestKitPictures } from '#domain/pdf/pictures-file.ts';
import type { Release } from '../../release/release.ts';
import { createGuestKitRenderer } from './guest-kit-pdf.ts';

const release = {
  pages: new Map([[guestKitPictures, { etag: 'e' }]]),
  fileOf: () => '/nowhere',
  facts: { creator: {}, baseUrl: 'https://room.example' },
} as unknown as Release;
const thread = (code: string) =>
  new Worker(`const { parentPort } = require('node:worker_threads'); ${code}`, { eval: true });
const kit = (n: number) => JSON.stringify({ n });
const isUnavailable = (error: unknown) => error instanceof ApiError && error.kind === 'unavailable';

test('kits are rendered one after the other, and each request gets its own', async () => {
  let started = 0;
  const set = createGuestKitRenderer(() => {
    started++;
    return thread("parentPort.on('message', ({ kit }) => parentPort.postMessage({ bytes: Buffer.from([kit.n]) }))");
  });
  const made = await Promise.all([1, 2, 3].map((n) => set(kit(n), release)));
  assert.deepEqual(
    made.map(([first]) => first),
    [1, 2, 3],
  );
  assert.equal(started, 1);
});

test('a failing thread affects its own kit only, and the next kit gets a new thread', async () => {
  const codes = [
    "parentPort.on('message', () => parentPort.postMessage({ problem: 'no such font' }))",
    "parentPort.on('message', () => { throw new Error('died') })",
    "parentPort.on('message', () => parentPort.postMessage({ bytes: Buffer.from([7]) }))",
  ];
  const set = createGuestKitRenderer(() => thread(codes.shift()!));
  await assert.rejects(set(kit(1), release), /no such font/);
  await assert.rejects(set(kit(2), release), /died/);
  assert.deepEqual([...(await set(kit(3), release))], [7]);
});

test('attack: a flood of kits is refused before memory fills', async () => {
  const set = createGuestKitRenderer(() =>
    thread("parentPort.on('message', () => parentPort.postMessage({ bytes: Buffer.from([1]) }))"),
  );
  const asked = Array.from({ length: 60 }, (_, n) => Promise.resolve().then(() => set(kit(n), release)));
  const results = await Promise.allSettled(asked);
  const refused = results.filter((result) => result.status === 'rejected');
  assert.ok(refused.length > 0 && refused.length < 60, String(refused.length));
  for (const { reason } of refused) assert.ok(isUnavailable(reason));
});
