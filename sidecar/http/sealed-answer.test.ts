import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seal, unseal } from './sealed-answer.ts';

test('an answer is read with the secret it was sealed with, and no two look the same', () => {
  const first = seal('{"secret":"whsec_é"}', 's');
  const second = seal('{"secret":"whsec_é"}', 's');
  assert.equal(unseal(first, 's'), '{"secret":"whsec_é"}');
  assert.notEqual(first, second);
  assert.ok(!Buffer.from(first, 'base64').includes('whsec'));
});

test('an answer that was changed or sealed with another secret is not read', () => {
  const sealed = seal('{}', 's');
  assert.throws(() => unseal(sealed, 't'));
  const bytes = Buffer.from(sealed, 'base64');
  bytes[bytes.length - 1]! ^= 1;
  assert.throws(() => unseal(bytes.toString('base64'), 's'));
});
