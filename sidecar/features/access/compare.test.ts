import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, minuteMs } from '#domain/instants.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { compareNextInvoice, readComparison } from './compare.ts';
import { listPayments } from './ledger.ts';
import { receivedPaymentReader, readOutsidePayments } from './outside-payments.ts';
import { secretReader } from './secret.ts';
import { findInvoice } from './invoices.ts';
import { grantPayment } from './grants.ts';
import { settleByHash } from './settle.ts';
import { createMemoryWallet, openTestPayment } from './test-payments.ts';
import { WalletTrouble } from './wallets/wallet.ts';

const start = 1_800_000_000_000;

onBothStores('the books and the wallet', (store) => {
  test('each invoice is compared once after a day; differences are stored and unnoticed payments granted', async () => {
    const { db } = store();
    const memory = createMemoryWallet();
    const clock = { now: start };
    const parts = { db, wallet: memory.wallet, now: () => clock.now };
    const derive = await secretReader(db)();
    const open = async () => (await openTestPayment(db, memory, derive, 'guest-kit', start)).invoice;
    const booked = await open();
    const unnoticed = await open();
    const lost = await open();
    const unpaid = await open();
    const other = await open();
    for (const { paymentHash } of [booked, lost, other]) {
      memory.pay(paymentHash);
      assert.equal(await settleByHash(parts, paymentHash), 'settled');
    }
    memory.pay(unnoticed.paymentHash);
    assert.equal(await compareNextInvoice(parts), false, 'not within the first day');
    clock.now = start + dayMs;
    const wallet = {
      ...memory.wallet,
      lookupInvoice: async (paymentHash: string) => {
        const state = await memory.wallet.lookupInvoice(paymentHash);
        if (paymentHash === lost.paymentHash) return { state: 'unknown' as const };
        return paymentHash === other.paymentHash && state.state === 'settled'
          ? { ...state, receivedMsat: 20_000 }
          : state;
      },
    };
    memory.setDown(true);
    await assert.rejects(compareNextInvoice({ ...parts, wallet }), WalletTrouble);
    memory.setDown(false);
    let compared = 0;
    while (await compareNextInvoice({ ...parts, wallet })) compared++;
    assert.equal(compared, 5);
    const { at, differences } = await readComparison(db, start);
    assert.equal(at, clock.now);
    const byHash = new Map(differences.map(({ paymentHash, difference }) => [paymentHash, difference]));
    assert.deepEqual(
      [booked, unnoticed, lost, unpaid, other].map(({ paymentHash }) => byHash.get(paymentHash)),
      [undefined, 'paid_unseen', 'not_received', undefined, 'other_amount'],
    );
    assert.ok((await listPayments(db)).some(({ paymentHash }) => paymentHash === unnoticed.paymentHash));
    const gone = (await openTestPayment(db, memory, derive, 'guest-kit', start)).invoice;
    memory.pay(gone.paymentHash);
    await settleByHash(parts, gone.paymentHash);
    assert.equal(await compareNextInvoice({ ...parts, wallet: { ...wallet, name: 'lnd' } }), true);
    assert.equal((await readComparison(db, start)).differences.length, 4, 'no wallet can look it up');
  });

  test('invoices of an earlier wallet that is down do not delay the comparison of others', async () => {
    const { db } = store();
    const memory = createMemoryWallet();
    const derive = await secretReader(db)();
    const open = (wallet: typeof memory.wallet) =>
      openTestPayment(db, { ...memory, wallet }, derive, 'guest-kit', start);
    const earlier = { ...memory.wallet, id: 'earlier' };
    const current = { ...memory.wallet, id: 'current' };
    const parts = { db, wallet: current, now: () => start + dayMs };
    const old = (await open(earlier)).invoice;
    const { invoice } = await open(current);
    for (const { paymentHash } of [old, invoice]) memory.pay(paymentHash);
    await grantPayment(db, old.paymentHash, { state: 'settled' }, start);
    const lookupInvoice = async () => {
      throw new WalletTrouble('gone');
    };
    const down = { ...earlier, lookupInvoice };
    const lookUpOwn = async (hash: string) =>
      hash === old.paymentHash ? { state: 'unknown' as const } : memory.wallet.lookupInvoice(hash);
    const deps = { ...parts, wallet: { ...current, lookupInvoice: lookUpOwn }, findEarlierWallet: async () => down };
    while (await compareNextInvoice(deps));
    const { differences } = await readComparison(db, start);
    const differenceFor = (hash: string) => differences.find(({ paymentHash }) => paymentHash === hash)?.difference;
    assert.deepEqual(
      [differenceFor(old.paymentHash), differenceFor(invoice.paymentHash)],
      ['not_compared', 'paid_unseen'],
    );
  });

  test('an invoice with a failing look-up does not delay others and is compared later', async () => {
    const { db } = store();
    await db.deleteFrom('invoices').execute();
    const memory = createMemoryWallet();
    const derive = await secretReader(db)();
    const open = async () => (await openTestPayment(db, memory, derive, 'guest-kit', start)).invoice;
    const refused = [await open(), await open(), await open()].map(({ paymentHash }) => paymentHash);
    const unnoticed = await open();
    memory.pay(unnoticed.paymentHash);
    const lookupInvoice = async (paymentHash: string) => {
      if (refused.includes(paymentHash)) throw new WalletTrouble('status 500');
      return memory.wallet.lookupInvoice(paymentHash);
    };
    const parts = { db, wallet: { ...memory.wallet, lookupInvoice }, now: () => start + dayMs };
    for (let n = 0; n < 3; n++) await assert.rejects(compareNextInvoice(parts), WalletTrouble);
    assert.equal(await compareNextInvoice(parts), true);
    assert.deepEqual(
      (await readComparison(db, start)).differences.map(({ paymentHash }) => paymentHash),
      [unnoticed.paymentHash],
    );
    await assert.rejects(compareNextInvoice(parts), WalletTrouble);
    refused.length = 0;
    while (await compareNextInvoice(parts));
    assert.equal((await findInvoice(db, unnoticed))?.comparedAt, (await readComparison(db, start)).at);
  });

  test('a payment that cannot be recorded does not delay others', async () => {
    const { db } = store();
    await db.deleteFrom('invoices').execute();
    const memory = createMemoryWallet();
    const derive = await secretReader(db)();
    const { invoice: bad } = await openTestPayment(db, memory, derive, 'tip', start);
    const { invoice: good } = await openTestPayment(db, memory, derive, 'tip', start);
    for (const { paymentHash } of [bad, good]) memory.pay(paymentHash);
    const wallet = {
      ...memory.wallet,
      listReceived: async () => [bad, good].map(({ paymentHash }) => ({ paymentHash, amountMsat: 21_000, at: start })),
      lookupInvoice: async (paymentHash: string) => {
        const state = await memory.wallet.lookupInvoice(paymentHash);
        return paymentHash === bad.paymentHash ? { ...state, preimage: '00'.repeat(32) } : state;
      },
    };
    await assert.rejects(receivedPaymentReader({ db, wallet, now: () => start })(), WalletTrouble);
    assert.equal((await findInvoice(db, good))?.state, 'settled');
  });

  test('unreported payments are recorded at the start, after an outage, and every minute while an invoice is open', async () => {
    const { db } = store();
    await db.deleteFrom('invoices').execute();
    const memory = createMemoryWallet();
    const clock = { now: start + 30 * dayMs };
    const derive = await secretReader(db)();
    let down: number | undefined;
    let readings = 0;
    const paid: string[] = [];
    const listReceived = async () => {
      readings++;
      return paid.map((paymentHash) => ({ paymentHash, amountMsat: 21_000, at: clock.now }));
    };
    const wallet = { ...memory.wallet, listReceived, downSince: () => down };
    const parts = { db, wallet, now: () => clock.now };
    const tip = async () => {
      const { invoice } = await openTestPayment(db, memory, derive, 'tip', clock.now);
      memory.pay(invoice.paymentHash);
      paid.push(invoice.paymentHash);
      return async () => (await findInvoice(db, invoice))?.state;
    };
    const before = await tip();
    const readPayments = receivedPaymentReader(parts);
    await readPayments();
    assert.equal(await before(), 'settled', 'at the start');
    const during = await tip();
    down = clock.now;
    await readPayments();
    assert.deepEqual([await during(), readings], ['open', 1], 'not read while the wallet is down');
    down = undefined;
    await readPayments();
    assert.equal(await during(), 'settled', 'after the outage');
    const unreported = await tip();
    await readPayments();
    assert.deepEqual([await unreported(), readings], ['open', 2], 'not more than once a minute');
    clock.now += minuteMs;
    await readPayments();
    assert.equal(await unreported(), 'settled');
    for (let n = 0; n < 60; n++) {
      clock.now += minuteMs;
      await readPayments();
    }
    assert.equal(readings, 3, 'no invoice is open');
  });

  test('payments without an invoice of the room are read once a day and listed separately', async () => {
    const { db } = store();
    const memory = createMemoryWallet();
    const clock = { now: start };
    const own = (await openTestPayment(db, memory, await secretReader(db)(), 'guest-kit', start)).invoice;
    const foreign = { paymentHash: 'f'.repeat(64), amountMsat: 5000, at: start + 1000 };
    let readings = 0;
    const listReceived = async () => {
      readings++;
      return [foreign, { paymentHash: own.paymentHash, amountMsat: 21_000, at: start }];
    };
    const parts = { db, wallet: { ...memory.wallet, listReceived }, now: () => clock.now };
    await db.updateTable('invoices').set({ state: 'settled' }).execute();
    await db.deleteFrom('walletState').execute();
    await receivedPaymentReader({ ...parts, wallet: memory.wallet })();
    assert.equal((await readOutsidePayments(db, 0)).at, undefined, 'this wallet cannot list payments');
    const readPayments = receivedPaymentReader(parts);
    for (const hours of [0, 1, 24, 25]) {
      clock.now = start + dayMs + hours * 3_600_000;
      await readPayments();
    }
    assert.equal(readings, 2);
    const { at, payments } = await readOutsidePayments(db, start);
    assert.deepEqual(
      [at, payments],
      [start + 2 * dayMs, [{ paymentHash: foreign.paymentHash, wallet: 'lnbits', sats: 5, at: foreign.at }]],
    );
  });
});
