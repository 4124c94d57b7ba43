import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compactVerify, createLocalJWKSet } from 'jose';
import { onBothStores } from '../../storage/test-stores.ts';
import { jwks, readReceiptKeys, rotateReceiptKey } from './keys.ts';
import { receiptType, signReceipt } from './handler.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const match = {
  itemId: 'a',
  type: 'episode',
  title: 'A talk',
  url: 'https://room.example/episodes/a',
  speaker: 'A guest',
  speakerIsCreator: false,
  startSeconds: 2,
  approvedAt: '2026-04-01T00:00:00Z',
  field: 'transcript',
  position: { start: 0, end: 4 },
  quoted: 'The tide is late',
  actual: 'The tide is late',
} as const;
const confirmed = {
  baseUrl: 'https://room.example',
  quote: '“The tide is late”',
  verdict: {
    verdict: 'exact' as const,
    matches: [match, { ...match, itemId: 'b' }],
    total: 7,
    speakers: [{ speaker: 'A guest', speakerIsCreator: false, count: 7 }],
  },
  now,
};

onBothStores('receipts', (open) => {
  const published = async () => {
    const answer = await jwks({} as never, { db: open().db, now } as never);
    return JSON.parse((answer as { answer: () => { body: string } }).answer().body) as { keys: { kid: string }[] };
  };

  test('a receipt is verified with the published keys, also after a key change; an altered one is invalid', async () => {
    const { db } = open();
    const [keys, same] = await Promise.all([readReceiptKeys(db, now), readReceiptKeys(db, now)]);
    assert.equal(keys[0]!.kid, same[0]!.kid);
    const receipt = await signReceipt(confirmed, keys[0]!);
    await db.transaction().execute((tx) => rotateReceiptKey(tx, now + 1000));
    const set = await published();
    assert.equal(set.keys.length, 2);
    assert.doesNotMatch(JSON.stringify(set), /"d"/);
    const after = await readReceiptKeys(db, now);
    assert.deepEqual([after[0]!.privateJwk !== undefined, after[1]!.privateJwk], [true, undefined]);
    const { payload, protectedHeader } = await compactVerify(receipt, createLocalJWKSet(set as never));
    assert.equal(protectedHeader.typ, receiptType);
    const claims = JSON.parse(new TextDecoder().decode(payload));
    assert.deepEqual(claims, {
      iss: 'https://room.example',
      iat: now / 1000,
      quote: '“The tide is late”',
      verdict: 'exact',
      total: 7,
      speakers: [{ speaker: 'A guest', speakerIsCreator: false, count: 7 }],
      matches: ['a', 'b'].map((itemId) => ({
        ...{
          itemId,
          title: 'A talk',
          url: match.url,
          speaker: 'A guest',
          speakerIsCreator: false,
        },
        ...{ startSeconds: 2, approvedAt: match.approvedAt, actual: 'The tide is late' },
      })),
    });
    const [head, body, signature] = receipt.split('.');
    const forged = Buffer.from(
      JSON.stringify({ ...claims, matches: [{ ...claims.matches[0], speakerIsCreator: true }] }),
    );
    await assert.rejects(
      compactVerify(`${head}.${forged.toString('base64url')}.${signature}`, createLocalJWKSet(set as never)),
      /signature/,
    );
    const next = await signReceipt(confirmed, after[0]!);
    await compactVerify(next, createLocalJWKSet(set as never));
    assert.notEqual(next.split('.')[0], head);
    assert.ok(body);
  });
});
