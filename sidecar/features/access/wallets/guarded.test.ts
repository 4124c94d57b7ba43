// Tests wallets that hang, lie or recover.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { writeInvoice } from './bolt11.ts';
import { checkedWallet } from './open.ts';
import { guardedWallet } from './guarded.ts';
import { type Wallet, WalletTrouble } from './wallet.ts';

const request = { amountMsat: 21_000, description: 'x', expirySec: 3600 };
const hash = 'ab'.repeat(32);
const now = 1_800_000_000_000;

test('a hanging wallet gets only one probe at a time after the first failure', async () => {
  let asked = 0;
  let answer = (): void => {};
  const hung = new Promise<{ state: 'unknown' }>((resolve) => (answer = () => resolve({ state: 'unknown' })));
  const ask = () => {
    asked++;
    return hung;
  };
  const wallet: Wallet = { name: 'lnbits', createInvoice: ask as never, lookupInvoice: ask, close: () => {} };
  const guarded = guardedWallet(wallet, () => now, { timeoutMs: 20, probeEveryMs: 20 });
  await assert.rejects(guarded.createInvoice(request), WalletTrouble);
  assert.equal(asked, 1);
  assert.equal(guarded.downSince!(), now);
  for (let n = 0; n < 100; n++) await assert.rejects(guarded.createInvoice(request), /in time/);
  // The other calls were rejected without reaching the wallet.
  assert.ok(asked < 20, String(asked));
  answer();
  let state: unknown;
  while (state === undefined)
    state = await guarded.lookupInvoice(hash).then(
      (found) => found.state,
      () => new Promise((resolve) => setImmediate(resolve, undefined)),
    );
  assert.equal(state, 'unknown');
  assert.equal(guarded.downSince!(), undefined);
  guarded.close();
});

test('all calls to a hanging wallet fail together within two seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const ask = () => new Promise<never>(() => {});
  const guarded = guardedWallet({ name: 'nwc', createInvoice: ask, lookupInvoice: ask, close: () => {} }, () => now);
  const messages: string[] = [];
  const tell = ({ message }: Error) => void messages.push(message);
  guarded.createInvoice(request).catch(tell);
  t.mock.timers.tick(1500);
  guarded.lookupInvoice(hash).catch(tell);
  t.mock.timers.tick(499);
  await new Promise(setImmediate);
  assert.deepEqual(messages, Array(2).fill('The wallet did not answer in time'));
  guarded.close();
});

const key = secp256k1.utils.randomSecretKey();
const invoiceOf = (changed: Partial<Parameters<typeof writeInvoice>[0]>) =>
  writeInvoice({ ...request, paymentHash: hash, paymentSecret: hash, createdAtSec: now / 1000, ...changed }, key);
const saying = (invoice: string): Wallet => ({
  name: 'lnbits',
  createInvoice: async () => ({ invoice, paymentHash: hash }),
  lookupInvoice: async () => ({ state: 'unknown' }),
  close: () => {},
});
const open = (invoice: string) => checkedWallet(saying(invoice), () => now).createInvoice(request);

test('lying wallet: an invoice with a wrong amount or hash, or an expired one, is refused', async () => {
  const good = await open(invoiceOf({}));
  assert.equal(good.expiresAt, now + 3_600_000);
  assert.equal((await open(invoiceOf({ expirySec: 900 }))).expiresAt, now + 900_000);
  await assert.rejects(open(invoiceOf({ amountMsat: 2_100_000 })), /msat/);
  await assert.rejects(open(invoiceOf({ paymentHash: 'cd'.repeat(32) })), /hash/);
  await assert.rejects(open(invoiceOf({ createdAtSec: now / 1000 - 7200 })), /clocks/);
  await assert.rejects(open('lnbc1nothing'), /cannot be decoded/);
});
