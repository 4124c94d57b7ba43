import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { writeInvoice } from '../../sidecar/features/access/wallets/bolt11.ts';
import { clockSkewSeconds } from './outside.ts';

test('the clock skew of a wallet is read from the timestamp of its invoice', () => {
  const key = secp256k1.utils.randomSecretKey();
  const hash = 'ab'.repeat(32);
  const facts = { amountMsat: 1000, description: '', expirySec: 300, paymentHash: hash, paymentSecret: hash };
  const at = (createdAtSec: number) =>
    clockSkewSeconds(writeInvoice({ ...facts, createdAtSec }, key), 1_800_000_000_400);
  assert.deepEqual([at(1_800_000_000), at(1_800_000_090), at(1_799_999_000)], [0, 90, -1000]);
});
