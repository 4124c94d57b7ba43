import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ratesPerMinute } from '#contract/limits.ts';
import type { ApiError } from '#contract/errors.ts';
import { answerEndpoint, type Asker } from '../server/answers.ts';
import { json } from '../server/handler.ts';
import { rateLimiter } from '../server/rate-limit.ts';
import type { Release } from '../release/release.ts';
import { onBothStores } from '../store/test-stores.ts';
import type { Store } from '../store/store.ts';
import { openAccess } from './open.ts';
import { secretKeeper } from './secret.ts';
import { memoryWallet, openPayment } from './test-payments.ts';

const now = () => 1_800_000_000_000;
const access = { enabled: true, prices: { 'guest-kit': 21 } };
const facts = { access, baseUrl: 'http://room.example', creator: { publication: 'Test' } };
const release = { facts, entries: new Map() } as unknown as Release;

const asker = (authorization?: string, isHead = false): Asker => ({
  isHead,
  address: '192.0.2.1',
  client: async () => '192.0.2.1',
  sandbox: false,
  accept: undefined,
  authorization,
  key: () => undefined,
  explain: (error) => error as ApiError,
});

function openWorld(store: Store, answer: () => string) {
  const memory = memoryWallet();
  const { paywall } = openAccess({ db: store.db, wallet: memory.wallet, now, onTrouble: () => {} });
  const limited = rateLimiter({ kind: 'sqlite', db: store.db }, now, { ...ratesPerMinute, l402: 2 });
  const parts = {
    live: () => release,
    now,
    store,
    handlers: { guestKit: async () => json(answer()) },
    paywall: paywall(limited),
    askFor: () => async () => ({ type: '', text: '' }),
  };
  const ask = (authorization?: string, isHead?: boolean, body = { showName: 'A show' }) =>
    answerEndpoint('guestKit', { body }, asker(authorization, isHead), parts as never);
  const pay = async () => {
    const payment = await openPayment(store.db, memory, await secretKeeper(store.db)(), 'guest-kit', now());
    memory.pay(payment.invoice.paymentHash);
    return `L402 ${payment.token}`;
  };
  return { memory, ask, pay };
}

const kindOf = (error: unknown) => (error as ApiError).kind;

onBothStores('the paywall', (open) => {
  test('paid but served 5xx: the same token opens again', async () => {
    let calls = 0;
    const { ask, pay } = openWorld(open(), () => {
      if (++calls === 1) throw new Error('the disk is full');
      return 'a kit';
    });
    const authorization = await pay();
    await assert.rejects(ask(authorization), /the disk is full/);
    const { made, admission } = await ask(authorization);
    assert.ok('body' in made && made.body.includes('a kit'));
    assert.deepEqual([admission.own, admission.varies], [true, true]);
  });

  test('one payment buys one kit: the same again, at once and later, but no other; what fails uses nothing up', async () => {
    let calls = 0;
    const { ask, pay } = openWorld(open(), () => {
      if (++calls === 1) throw new Error('the disk is full');
      return 'a kit';
    });
    const authorization = await pay();
    const askFor = (showName: string) => ask(authorization, false, { showName });
    await assert.rejects(askFor('One'), /the disk is full/);
    const both = await Promise.all([askFor('Two'), askFor('Two')]);
    assert.ok(both.every(({ made }) => 'body' in made));
    assert.ok('body' in (await askFor('Two')).made);
    const refused = await askFor('Three').catch((error: ApiError) => error.details?.reason);
    assert.equal(refused, 'used');
    const race = await pay();
    const kits = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        ask(race, false, { showName: `Show ${n}` }).then(
          () => 1,
          () => 0,
        ),
      ),
    );
    assert.equal(
      kits.reduce((sum: number, one) => sum + one, 0),
      1,
    );
  });

  test('flood of 402: who asks again gets the same invoice, and is counted; HEAD opens none', async () => {
    const { ask, pay } = openWorld(open(), () => 'a kit');
    await open().db.deleteFrom('invoices').execute();
    const invoices = () => open().db.selectFrom('invoices').select('tokenId').where('client', 'is not', null).execute();
    const before = (await invoices()).length;
    assert.equal(await ask(undefined, true).catch(kindOf), 'payment_required');
    assert.equal((await invoices()).length, before);
    for (const expected of ['payment_required', 'payment_required', 'rate_limited', 'rate_limited'])
      assert.equal(await ask().then(() => 'answered', kindOf), expected);
    assert.equal((await invoices()).length, before + 1);
    assert.ok('body' in (await ask(await pay())).made);
  });

  test('a wallet that is down: 402 with work alone for who did not pay, internal_error for who may have, and the handler is not reached', async () => {
    let calls = 0;
    const { ask, pay, memory } = openWorld(open(), () => String(++calls));
    // An open invoice would be offered again without the wallet.
    await open().db.deleteFrom('invoices').execute();
    const authorization = await pay();
    memory.down(true);
    const refused = await ask().then(
      () => assert.fail(),
      (error: ApiError) => error,
    );
    assert.deepEqual([refused.kind, refused.details?.reason], ['payment_required', 'wallet_down']);
    const tiers = refused.beside!.members.tiers as { id: string }[];
    assert.deepEqual(tiers.map(({ id }) => id), ['pay_or_work', 'free_slice']); // prettier-ignore
    assert.equal(refused.beside!.headers['Retry-After'], '10');
    assert.equal(await ask(authorization).catch(kindOf), 'internal_error');
    assert.equal(calls, 0);
    memory.down(false);
    await ask(authorization);
    assert.equal(calls, 1);
  });
});
