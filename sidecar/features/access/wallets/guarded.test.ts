// Wallets that hang, lie or recover.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { writeInvoice } from './bolt11.ts';
import { checkedWallet } from './open.ts';
import { guardedWallet } from './guarded.ts';
import { type Wallet, WalletTrouble } from './wallet.ts';

const wanted = { amountMsat: 21_000, description: 'x', expirySec: 3600 };
const hash = 'ab'.repeat(32);
const now = 1_800_000_000_000;

test('a hung wallet: after the first failure nothing is asked of it but one probe at a time, until it answers', async () => {
  let asked = 0;
  let answer = (): void => {};
  const hung = new Promise<{ state: 'unknown' }>((resolve) => (answer = () => resolve({ state: 'unknown' })));
  const ask = () => {
    asked++;
    return hung;
  };
  const wallet: Wallet = { name: 'lnbits', createInvoice: ask as never, lookupInvoice: ask, close: () => {} };
  const guarded = guardedWallet(wallet, () => now, { timeoutMs: 20, probeEveryMs: 20 });
  await assert.rejects(guarded.createInvoice(wanted), WalletTrouble);
  assert.equal(asked, 1);
  assert.equal(guarded.downSince!(), now);
  for (let n = 0; n < 100; n++) await assert.rejects(guarded.createInvoice(wanted), /in time/);
  // Rejected without the wallet: only probes reached it.
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

test('everything that waits for a hung wallet is told at once, in less than two seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const ask = () => new Promise<never>(() => {});
  const guarded = guardedWallet({ name: 'nwc', createInvoice: ask, lookupInvoice: ask, close: () => {} }, () => now);
  const told: string[] = [];
  const tell = ({ message }: Error) => void told.push(message);
  guarded.createInvoice(wanted).catch(tell);
  t.mock.timers.tick(1500);
  guarded.lookupInvoice(hash).catch(tell);
  t.mock.timers.tick(499);
  await new Promise(setImmediate);
  assert.deepEqual(told, Array(2).fill('The wallet did not answer in time'));
  guarded.close();
});

const keys = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
const invoiceOf = (changed: Partial<Parameters<typeof writeInvoice>[0]>) =>
  writeInvoice({ ...wanted, paymentHash: hash, paymentSecret: hash, createdAtSec: now / 1000, ...changed }, keys);
const saying = (invoice: string): Wallet => ({
  name: 'lnbits',
  createInvoice: async () => ({ invoice, paymentHash: hash }),
  lookupInvoice: async () => ({ state: 'unknown' }),
  close: () => {},
});
const open = (invoice: string) => checkedWallet(saying(invoice), () => now).createInvoice(wanted);

test('lying wallet: an invoice over another amount or hash, or that is over, is not offered', async () => {
  const good = await open(invoiceOf({}));
  assert.equal(good.expiresAt, now + 3_600_000);
  assert.equal((await open(invoiceOf({ expirySec: 900 }))).expiresAt, now + 900_000);
  await assert.rejects(open(invoiceOf({ amountMsat: 2_100_000 })), /msat/);
  await assert.rejects(open(invoiceOf({ paymentHash: 'cd'.repeat(32) })), /hash/);
  await assert.rejects(open(invoiceOf({ createdAtSec: now / 1000 - 7200 })), /clocks/);
  await assert.rejects(open('lnbc1nothing'), /cannot be decoded/);
});
