import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Invoice } from '@getalby/lightning-tools';
import { writeInvoice } from './bolt11.ts';

test('an invoice decodes to its fields', () => {
  const paymentHash = 'ab'.repeat(32);
  const pr = writeInvoice(
    {
      amountMsat: 21_000,
      description: 'Café: article:tide-0a1b2c3d',
      expirySec: 3600,
      paymentHash,
      paymentSecret: '01'.repeat(32),
      createdAtSec: 1_790_000_000,
    },
    secp256k1.utils.randomSecretKey(),
  );
  const read = new Invoice({ pr });
  assert.equal(read.paymentHash, paymentHash);
  assert.equal(read.satoshi, 21);
  assert.equal(read.expiry, 3600);
  assert.equal(read.timestamp, 1_790_000_000);
  assert.equal(read.description, 'Café: article:tide-0a1b2c3d');
});
