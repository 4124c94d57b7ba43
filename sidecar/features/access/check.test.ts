import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '#domain/instants.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import type { Db } from '../../storage/store.ts';
import { tokenChecker } from './check.ts';
import { priceTerms } from '#domain/access/access.ts';
import { grantMs, grantWork, invoiceMs, createMacaroon, paidUntil, revokeGrant } from './grants.ts';
import { listPayments } from './ledger.ts';
import { findOpenInvoice, minPayMs, openInvoice } from './invoices.ts';
import { openLookups } from './lookups.ts';
import { readMacaroon } from './macaroon.ts';
import { secretReader } from './secret.ts';
import { createContextToken } from './token.ts';
import { settleDueInvoices } from './settle.ts';
import { createMemoryWallet, openTestPayment } from './test-payments.ts';
import { verifyPayment } from './verify.ts';
import { WalletTrouble } from './wallets/wallet.ts';

const start = 1_800_000_000_000;
const resourceId = 'guest-kit';
const access = { enabled: true, prices: { 'guest-kit': 21, transcribe: 5 } };

async function openWorld(db: Db) {
  const memory = createMemoryWallet();
  const clock = { now: start };
  const secret = secretReader(db);
  const derive = await secret();
  const parts = { db, wallet: memory.wallet, now: () => clock.now };
  const checker = tokenChecker(parts, secret);
  const reason = async (token: string, resource = resourceId) => {
    const result = await checker.check(token, access, resource);
    return 'grant' in result ? 'opens' : result.reason;
  };
  const open = () => openTestPayment(db, memory, derive, resourceId, clock.now);
  return { db, memory, clock, derive, parts, checker, reason, open };
}

onBothStores('access tokens', (store) => {
  test('after a change of wallets an invoice is settled by the wallet that issued it', async () => {
    const { db, memory, parts, derive, open } = await openWorld(store().db);
    const { invoice, contextToken } = await open();
    memory.pay(invoice.paymentHash);
    const other = createMemoryWallet();
    const deps = { ...parts, wallet: { ...other.wallet, name: 'phoenixd' as const } };
    await assert.rejects(verifyPayment(deps, derive, { contextToken }), /no longer configured/);
    const overpaid = async () => ({
      state: 'settled' as const,
      preimage: memory.preimageOf(invoice.paymentHash),
      receivedMsat: 25_000,
      feeMsat: 400,
    });
    const before = { ...memory.wallet, lookupInvoice: overpaid };
    const grant = await verifyPayment({ ...deps, findEarlierWallet: async () => before }, derive, { contextToken });
    assert.equal(typeof grant, 'object');
    const line = (await listPayments(db)).find(({ paymentHash }) => paymentHash === invoice.paymentHash)!;
    assert.deepEqual(
      [line.wallet, line.amountSats, Number(line.receivedMsat), Number(line.feeMsat)],
      ['lnbits', 21, 25_000, 400],
    );
  });

  test('a token is valid for a day after the expiry of its invoice', async () => {
    const { memory, clock, parts, derive, reason, open } = await openWorld(store().db);
    const { token, invoice, contextToken } = await open();
    assert.equal(await reason(token), 'unpaid');
    memory.pay(invoice.paymentHash);
    clock.now = start + hourMs;
    assert.equal(await reason(token), 'opens');
    assert.equal(await reason(token, 'transcribe'), 'other_resource');
    const grant = await verifyPayment(parts, derive, { contextToken });
    assert.equal(typeof grant === 'object' && grant.expiresAt, paidUntil(invoice));
    const macaroon = readMacaroon(token.split(':')[0]!, (tokenId) => derive('root', tokenId));
    assert.equal(typeof macaroon === 'object' && macaroon.expiresAt, paidUntil(invoice));
    clock.now = start + invoiceMs + grantMs - 1;
    assert.equal(await reason(token), 'opens');
    clock.now = start + invoiceMs + grantMs;
    assert.equal(await reason(token), 'expired');
  });

  test('a day pass keeps the access of its sale when prices change', async () => {
    const { db, memory, checker, parts, derive } = await openWorld(store().db);
    const sold = { enabled: true, prices: { articles: 5, 'article:rare-00000001': 100 }, dayPassSats: 40 };
    const wanted = { resourceId: 'articles', amountSats: 40, description: '', terms: priceTerms(sold) };
    const invoice = await openInvoice(db, memory.wallet, wanted, start);
    memory.pay(invoice.paymentHash);
    assert.equal(await settleDueInvoices({ ...parts, now: () => invoice.nextLookupAt }), 1);
    const macaroon = createMacaroon(derive, 'http://room.example', { ...invoice, expiresAt: paidUntil(invoice) });
    const token = `${macaroon}:${memory.preimageOf(invoice.paymentHash)}`;
    const dearer = { enabled: true, prices: { articles: 60, 'article:rare-00000001': 100 }, dayPassSats: 500 };
    const opens = async (resource: string, access: typeof sold) =>
      'grant' in (await checker.check(token, access, resource));
    assert.equal(await opens('article:tide-00000002', { ...dearer, dayPassSats: 10 }), true);
    assert.equal(await opens('article:rare-00000001', sold), false);
    assert.equal(await opens('article:rare-00000001', dearer), true);
  });

  test('a repeated request gets the open invoice if the price is the same and there is time to pay', async () => {
    const { db, memory } = await openWorld(store().db);
    const wanted = { resourceId, amountSats: 21, client: '192.0.2.1', terms: priceTerms(access), description: '' };
    const invoice = await openInvoice(db, memory.wallet, wanted, start);
    const same = { ...wanted, wallet: memory.wallet };
    assert.equal((await findOpenInvoice(db, same, start))?.tokenId, invoice.tokenId);
    const last = invoice.expiresAt - minPayMs;
    assert.equal((await findOpenInvoice(db, same, last))?.tokenId, invoice.tokenId);
    assert.equal(await findOpenInvoice(db, same, last + 1), undefined);
    for (const other of [
      { client: '192.0.2.2' },
      { amountSats: 22 },
      { resourceId: 'transcribe' },
      { terms: '{}' },
      { wallet: { name: 'lnd' as const } },
      { wallet: { ...memory.wallet, id: 'another' } },
    ])
      assert.equal(await findOpenInvoice(db, { ...same, ...other }, start), undefined, JSON.stringify(other));
    await db.deleteFrom('invoices').where('tokenId', '=', invoice.tokenId).execute();
  });

  test('a cached token needs neither the wallet nor the store', async () => {
    const { memory, checker, reason, open, db } = await openWorld(store().db);
    const { token, invoice } = await open();
    memory.pay(invoice.paymentHash);
    assert.equal(await reason(token), 'opens');
    const lookups = memory.lookups();
    await db.deleteFrom('grants').where('tokenId', '=', invoice.tokenId).execute();
    assert.equal(await reason(token), 'opens');
    assert.equal((await checker.holder(token))?.tokenId, invoice.tokenId);
    assert.equal(memory.lookups(), lookups);
  });

  test('a revoked token gives no access, on other sidecars within seconds', async () => {
    const { memory, clock, reason, open, db } = await openWorld(store().db);
    const { token, invoice } = await open();
    memory.pay(invoice.paymentHash);
    assert.equal(await reason(token), 'opens');
    assert.equal(await revokeGrant(db, invoice.tokenId, 'creator', start), 'revoked');
    assert.equal(await revokeGrant(db, invoice.tokenId, 'creator', start), 'was_revoked');
    assert.equal(await revokeGrant(db, 'nothing', 'creator', start), 'unknown');
    clock.now += 3000;
    assert.equal(await reason(token), 'revoked');
  });

  test('a token for work is like a paid one', async () => {
    const { derive, reason, clock, db } = await openWorld(store().db);
    const { accessToken, expiresAt } = await db
      .transaction()
      .execute((tx) => grantWork(tx, derive, { resourceId, location: 'http://room.example', now: start }));
    assert.equal(await reason(accessToken), 'opens');
    clock.now = expiresAt;
    assert.equal(await reason(accessToken), 'expired');
  });

  test('a token is neither accepted nor refused while the wallet does not respond', async () => {
    const { memory, parts, derive, reason, open } = await openWorld(store().db);
    const { token, contextToken, invoice } = await open();
    memory.pay(invoice.paymentHash);
    memory.setDown(true);
    await assert.rejects(reason(token), WalletTrouble);
    await assert.rejects(verifyPayment(parts, derive, { contextToken }), WalletTrouble);
    memory.setDown(false);
    assert.equal(await reason(token), 'opens');
  });
});

onBothStores('settlement', (store) => {
  test('payments are found by the schedule, also after a restart', async () => {
    const first = await openWorld(store().db);
    const { invoice, contextToken } = await first.open();
    first.memory.pay(invoice.paymentHash);
    assert.equal(await settleDueInvoices(first.parts), 0);
    first.clock.now = invoice.nextLookupAt;
    first.memory.setDown(true);
    await assert.rejects(settleDueInvoices(first.parts), WalletTrouble);
    first.memory.setDown(false);
    const { parts } = first;
    const later = { ...parts, now: () => start + 2 * hourMs };
    assert.equal(await settleDueInvoices(later), 1);
    assert.equal(await settleDueInvoices(later), 0);
    const grant = await verifyPayment(later, first.derive, { contextToken });
    assert.equal(typeof grant === 'object' && grant.expiresAt, start + 2 * hourMs + grantMs);
  });

  test('an unpaid invoice is looked up at growing intervals until it expires', async () => {
    const { parts, memory, clock, derive, open, db } = await openWorld(store().db);
    const { invoice, contextToken } = await open();
    for (clock.now = start; clock.now < start + 2 * hourMs; clock.now += hourMs / 60) await settleDueInvoices(parts);
    assert.ok(memory.lookups() > 5 && memory.lookups() < 15, String(memory.lookups()));
    const row = await db
      .selectFrom('invoices')
      .select('state')
      .where('tokenId', '=', invoice.tokenId)
      .executeTakeFirst();
    assert.equal(row?.state, 'lapsed');
    assert.equal(await verifyPayment(parts, derive, { contextToken }), 'expired');
  });

  test('lying wallet: a preimage of a different invoice grants nothing', async () => {
    const { parts, memory, derive, open } = await openWorld(store().db);
    const { contextToken, invoice } = await open();
    memory.pay(invoice.paymentHash);
    const lookupInvoice = async () => ({ state: 'settled' as const, preimage: '00'.repeat(32) });
    const lying = { ...parts, wallet: { ...parts.wallet, lookupInvoice } };
    await assert.rejects(verifyPayment(lying, derive, { contextToken }), WalletTrouble);
    assert.equal(typeof (await verifyPayment(parts, derive, { contextToken })), 'object');
  });

  test('only the preimage of the payer is accepted if the wallet reveals none', async () => {
    const { memory, parts, derive, open } = await openWorld(store().db);
    const { token, invoice, contextToken } = await open();
    const lookupInvoice = async (hash: string) => ({
      ...(await memory.wallet.lookupInvoice(hash)),
      preimage: undefined,
    });
    const hiding = { ...parts, wallet: { ...memory.wallet, lookupInvoice } };
    const { check } = tokenChecker(hiding, secretReader(parts.db));
    memory.pay(invoice.paymentHash);
    const guessed = await check(`${token.split(':')[0]}:${'ab'.repeat(32)}`, access, resourceId);
    assert.equal('reason' in guessed && guessed.reason, 'wrong_preimage');
    assert.ok('grant' in (await check(token, access, resourceId)));
    const grant = await verifyPayment(hiding, derive, { contextToken });
    assert.equal(typeof grant === 'object' && grant.preimage, memory.preimageOf(invoice.paymentHash));
  });

  test('the wallet gets sixty look-ups a minute for a thousand open invoices and many requests', async () => {
    const { db, memory, parts: before, derive, clock } = await openWorld(store().db);
    await db.deleteFrom('invoices').execute();
    const parts = { ...before, lookups: openLookups() };
    const opened = await Promise.all([1, 2].map(() => openTestPayment(db, memory, derive, resourceId, start)));
    const others = Array.from({ length: 1000 }, (_, n) => `${n}`.padStart(64, 'f'));
    const rows = others.map((hash) => ({ ...opened[0]!.invoice, tokenId: hash, paymentHash: hash }));
    for (const part of [rows.slice(0, 500), rows.slice(500)]) await db.insertInto('invoices').values(part).execute();
    for (let second = 0; second < 60; second++) {
      clock.now = start + (20 * 60 + second) * 1000;
      if (second % 2 === 0) await settleDueInvoices(parts);
      for (const at of [0, second])
        await verifyPayment(parts, derive, { contextToken: createContextToken(derive, others[at]!) });
    }
    assert.ok(memory.lookups() > 40 && memory.lookups() <= 60, String(memory.lookups()));
    const { invoice, token } = opened[0]!;
    memory.pay(invoice.paymentHash);
    const checked = await tokenChecker(parts, secretReader(db)).check(token, access, resourceId);
    assert.ok('grant' in checked, 'who shows the preimage need not wait');
    memory.pay(opened[1]!.invoice.paymentHash);
    clock.now += 61_000;
    const both = await Promise.all([1, 2].map(() => verifyPayment(parts, derive, opened[1]!)));
    assert.ok(
      both.every((one) => typeof one === 'object'),
      'those who ask at once get one answer',
    );
    await db.deleteFrom('invoices').execute();
  });
});
