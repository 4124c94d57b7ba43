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
  test('are compared a day later, each invoice once: every difference is told, and what was paid unseen is booked and granted', async () => {
    const { db } = store();
    const memory = createMemoryWallet();
    const clock = { now: start };
    const parts = { db, wallet: memory.wallet, now: () => clock.now };
    const derive = await secretReader(db)();
    const open = async () => (await openTestPayment(db, memory, derive, 'guest-kit', start)).invoice;
    const [booked, unseen, lost, unpaid, other] = [
      await open(),
      await open(),
      await open(),
      await open(),
      await open(),
    ];
    for (const { paymentHash } of [booked, lost, other]) {
      memory.pay(paymentHash);
      assert.equal(await settleByHash(parts, paymentHash), 'settled');
    }
    memory.pay(unseen.paymentHash);
    assert.equal(await compareNextInvoice(parts), false, 'not before a day');
    clock.now = start + dayMs;
    const wallet = {
      ...memory.wallet,
      lookupInvoice: async (paymentHash: string) => {
        const found = await memory.wallet.lookupInvoice(paymentHash);
        if (paymentHash === lost.paymentHash) return { state: 'unknown' as const };
        return paymentHash === other.paymentHash && found.state === 'settled'
          ? { ...found, receivedMsat: 20_000 }
          : found;
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
      [booked, unseen, lost, unpaid, other].map(({ paymentHash }) => byHash.get(paymentHash)),
      [undefined, 'paid_unseen', 'not_received', undefined, 'other_amount'],
    );
    assert.ok((await listPayments(db)).some(({ paymentHash }) => paymentHash === unseen.paymentHash));
    const gone = (await openTestPayment(db, memory, derive, 'guest-kit', start)).invoice;
    memory.pay(gone.paymentHash);
    await settleByHash(parts, gone.paymentHash);
    assert.equal(await compareNextInvoice({ ...parts, wallet: { ...wallet, name: 'lnd' } }), true);
    assert.equal((await readComparison(db, start)).differences.length, 4, 'nobody can be asked');
  });

  test('invoices of a wallet that was used before and is gone keep none of the others from being compared', async () => {
    const { db } = store();
    const memory = createMemoryWallet();
    const derive = await secretReader(db)();
    const open = (wallet: typeof memory.wallet) =>
      openTestPayment(db, { ...memory, wallet }, derive, 'guest-kit', start);
    const [before, present] = [
      { ...memory.wallet, id: 'before' },
      { ...memory.wallet, id: 'present' },
    ];
    const parts = { db, wallet: present, now: () => start + dayMs };
    const old = (await open(before)).invoice;
    const { invoice } = await open(present);
    for (const { paymentHash } of [old, invoice]) memory.pay(paymentHash);
    await grantPayment(db, old.paymentHash, { state: 'settled' }, start);
    const lookupInvoice = async () => {
      throw new WalletTrouble('gone');
    };
    const gone = { ...before, lookupInvoice };
    while (await compareNextInvoice({ ...parts, wallet: { ...present, lookupInvoice: async (hash) => hash === old.paymentHash ? { state: 'unknown' } : memory.wallet.lookupInvoice(hash) }, findEarlierWallet: async () => gone })); // prettier-ignore
    const found = (await readComparison(db, start)).differences;
    const of = (hash: string) => found.find(({ paymentHash }) => paymentHash === hash)?.difference;
    assert.deepEqual([of(old.paymentHash), of(invoice.paymentHash)], ['not_compared', 'paid_unseen']);
  });

  test('an invoice that the wallet cannot look up keeps no other from being compared, and is compared once it can', async () => {
    const { db } = store();
    await db.deleteFrom('invoices').execute();
    const memory = createMemoryWallet();
    const derive = await secretReader(db)();
    const open = async () => (await openTestPayment(db, memory, derive, 'guest-kit', start)).invoice;
    const refused = [await open(), await open(), await open()].map(({ paymentHash }) => paymentHash);
    const unseen = await open();
    memory.pay(unseen.paymentHash);
    const lookupInvoice = async (paymentHash: string) => {
      if (refused.includes(paymentHash)) throw new WalletTrouble('status 500');
      return memory.wallet.lookupInvoice(paymentHash);
    };
    const parts = { db, wallet: { ...memory.wallet, lookupInvoice }, now: () => start + dayMs };
    for (let n = 0; n < 3; n++) await assert.rejects(compareNextInvoice(parts), WalletTrouble);
    assert.equal(await compareNextInvoice(parts), true);
    assert.deepEqual(
      (await readComparison(db, start)).differences.map(({ paymentHash }) => paymentHash),
      [unseen.paymentHash],
    );
    await assert.rejects(compareNextInvoice(parts), WalletTrouble);
    refused.length = 0;
    while (await compareNextInvoice(parts));
    assert.equal((await findInvoice(db, unseen))?.comparedAt, (await readComparison(db, start)).at);
  });

  test('one payment that cannot be booked keeps no other from being booked', async () => {
    const { db } = store();
    await db.deleteFrom('invoices').execute();
    const memory = createMemoryWallet();
    const derive = await secretReader(db)();
    const [bad, good] = [
      (await openTestPayment(db, memory, derive, 'tip', start)).invoice,
      (await openTestPayment(db, memory, derive, 'tip', start)).invoice,
    ];
    for (const { paymentHash } of [bad, good]) memory.pay(paymentHash);
    const wallet = {
      ...memory.wallet,
      listReceived: async () => [bad, good].map(({ paymentHash }) => ({ paymentHash, amountMsat: 21_000, at: start })),
      lookupInvoice: async (paymentHash: string) => {
        const found = await memory.wallet.lookupInvoice(paymentHash);
        return paymentHash === bad.paymentHash ? { ...found, preimage: '00'.repeat(32) } : found;
      },
    };
    await assert.rejects(receivedPaymentReader({ db, wallet, now: () => start })(), WalletTrouble);
    assert.equal((await findInvoice(db, good))?.state, 'settled');
  });

  test('what the wallet received without a word to the room is booked at the start, when it is back, and each minute while an invoice is open', async () => {
    const { db } = store();
    await db.deleteFrom('invoices').execute();
    const memory = createMemoryWallet();
    const clock = { now: start + 30 * dayMs };
    const derive = await secretReader(db)();
    let down: number | undefined;
    let asked = 0;
    const paid: string[] = [];
    const listReceived = async () => {
      asked++;
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
    const catchUp = receivedPaymentReader(parts);
    await catchUp();
    assert.equal(await before(), 'settled', 'at the start');
    const during = await tip();
    down = clock.now;
    await catchUp();
    assert.deepEqual([await during(), asked], ['open', 1], 'not asked while it is down');
    down = undefined;
    await catchUp();
    assert.equal(await during(), 'settled', 'as soon as it is back');
    const untold = await tip();
    await catchUp();
    assert.deepEqual([await untold(), asked], ['open', 2], 'not more than once a minute');
    clock.now += minuteMs;
    await catchUp();
    assert.equal(await untold(), 'settled');
    for (let n = 0; n < 60; n++) {
      clock.now += minuteMs;
      await catchUp();
    }
    assert.equal(asked, 3, 'no invoice is open');
  });

  test('what the wallet received without an invoice of the room is listed once a day, apart from the books', async () => {
    const { db } = store();
    const memory = createMemoryWallet();
    const clock = { now: start };
    const own = (await openTestPayment(db, memory, await secretReader(db)(), 'guest-kit', start)).invoice;
    const foreign = { paymentHash: 'f'.repeat(64), amountMsat: 5000, at: start + 1000 };
    let asked = 0;
    const listReceived = async () => {
      asked++;
      return [foreign, { paymentHash: own.paymentHash, amountMsat: 21_000, at: start }];
    };
    const parts = { db, wallet: { ...memory.wallet, listReceived }, now: () => clock.now };
    await db.updateTable('invoices').set({ state: 'settled' }).execute();
    await db.deleteFrom('walletState').execute();
    await receivedPaymentReader({ ...parts, wallet: memory.wallet })();
    assert.equal((await readOutsidePayments(db, 0)).at, undefined, 'this wallet lists nothing');
    const catchUp = receivedPaymentReader(parts);
    for (const hours of [0, 1, 24, 25]) {
      clock.now = start + dayMs + hours * 3_600_000;
      await catchUp();
    }
    assert.equal(asked, 2);
    const { at, payments } = await readOutsidePayments(db, start);
    assert.deepEqual([at, payments], [start + 2 * dayMs, [{ paymentHash: foreign.paymentHash, wallet: 'lnbits', sats: 5, at: foreign.at }]]); // prettier-ignore
  });
});
