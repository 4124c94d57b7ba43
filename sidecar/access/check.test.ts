import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '#domain/instants.ts';
import { onBothStores } from '../store/test-stores.ts';
import type { Db } from '../store/store.ts';
import { tokenChecker } from './check.ts';
import { grantMs, grantWork, macaroonMs, revokeGrant } from './grants.ts';
import { secretKeeper } from './secret.ts';
import { settleDue } from './settle.ts';
import { memoryWallet, openPayment } from './test-payments.ts';
import { verify } from './verify.ts';
import { WalletTrouble } from './wallets/wallet.ts';

const start = 1_800_000_000_000;
const resourceId = 'guest-kit';
const access = { enabled: true, prices: { 'guest-kit': 21, transcribe: 5 } };

async function openWorld(db: Db) {
  const memory = memoryWallet();
  const clock = { now: start };
  const secret = secretKeeper(db);
  const derive = await secret();
  const parts = { db, wallet: memory.wallet, now: () => clock.now };
  const checker = tokenChecker(parts, secret);
  const reason = async (token: string, one = resourceId) => {
    const checked = await checker.check(token, access, one);
    return 'grant' in checked ? 'opens' : checked.reason;
  };
  const open = () => openPayment(db, memory, derive, resourceId, clock.now);
  return { db, memory, clock, derive, parts, checker, reason, open };
}

onBothStores('access tokens', (store) => {
  test('a token holds for a day from its payment, and not a moment longer', async () => {
    const { memory, clock, reason, open } = await openWorld(store().db);
    const { token, invoice } = await open();
    assert.equal(await reason(token), 'unpaid');
    memory.pay(invoice.paymentHash);
    clock.now = start + hourMs;
    assert.equal(await reason(token), 'opens');
    assert.equal(await reason(token, 'transcribe'), 'other_resource');
    clock.now = start + hourMs + grantMs - 1;
    assert.equal(await reason(token), 'opens');
    clock.now = start + hourMs + grantMs;
    assert.equal(await reason(token), 'expired');
  });

  test('a known token asks neither the wallet nor the store for a while', async () => {
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

  test('a revoked token opens nothing, on other sidecars within seconds', async () => {
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

  test('a token for work is like one that was paid for', async () => {
    const { derive, reason, clock, db } = await openWorld(store().db);
    const { accessToken, expiresAt } = await db
      .transaction()
      .execute((tx) => grantWork(tx, derive, { resourceId, location: 'http://room.example', now: start }));
    assert.equal(await reason(accessToken), 'opens');
    clock.now = expiresAt;
    assert.equal(await reason(accessToken), 'expired');
  });

  test('a wallet that is down neither grants nor refuses', async () => {
    const { memory, parts, derive, reason, open } = await openWorld(store().db);
    const { token, contextToken, invoice } = await open();
    memory.pay(invoice.paymentHash);
    memory.down(true);
    await assert.rejects(reason(token), WalletTrouble);
    await assert.rejects(verify(parts, derive, { contextToken }), WalletTrouble);
    memory.down(false);
    assert.equal(await reason(token), 'opens');
  });
});

onBothStores('settlement', (store) => {
  test('what was paid is found without anyone asking, also by a sidecar that was started since', async () => {
    const first = await openWorld(store().db);
    const { invoice, contextToken } = await first.open();
    first.memory.pay(invoice.paymentHash);
    assert.equal(await settleDue(first.parts), 0);
    first.clock.now = invoice.nextLookupAt;
    first.memory.down(true);
    await assert.rejects(settleDue(first.parts), WalletTrouble);
    first.memory.down(false);
    const { parts } = first;
    const later = { ...parts, now: () => start + 2 * hourMs };
    assert.equal(await settleDue(later), 1);
    assert.equal(await settleDue(later), 0);
    const grant = await verify(later, first.derive, { contextToken });
    assert.equal(typeof grant === 'object' && grant.expiresAt, start + 2 * hourMs + grantMs);
  });

  test('an invoice that nobody paid is looked at ever more seldom, and in the end no more', async () => {
    const { parts, memory, clock, derive, open, db } = await openWorld(store().db);
    const { invoice, contextToken } = await open();
    for (clock.now = start; clock.now < start + macaroonMs + hourMs; clock.now += hourMs / 4) await settleDue(parts);
    assert.ok(memory.lookups() > 20 && memory.lookups() < 120, String(memory.lookups()));
    const row = await db
      .selectFrom('invoices')
      .select('state')
      .where('tokenId', '=', invoice.tokenId)
      .executeTakeFirst();
    assert.equal(row?.state, 'lapsed');
    assert.equal(await verify(parts, derive, { contextToken }), 'expired');
  });

  test('lying wallet: a preimage that is not that of the invoice grants nothing', async () => {
    const { parts, memory, derive, open } = await openWorld(store().db);
    const { contextToken, invoice } = await open();
    memory.pay(invoice.paymentHash);
    const lookupInvoice = async () => ({ state: 'settled' as const, preimage: '00'.repeat(32) });
    const lying = { ...parts, wallet: { ...parts.wallet, lookupInvoice } };
    await assert.rejects(verify(lying, derive, { contextToken }), WalletTrouble);
    assert.equal(typeof (await verify(parts, derive, { contextToken })), 'object');
  });
});
