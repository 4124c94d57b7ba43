import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ratesPerMinute } from '#contract/limits.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ApiError } from '#contract/errors.ts';
import { answerEndpoint, type Caller } from '../../http/call-endpoint.ts';
import { json } from '../../http/handler.ts';
import { createRateLimiter } from '../../http/rate-limit.ts';
import type { Release } from '../../release/release.ts';
import { exampleRelease as example } from '../../release/test-example.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import type { Store } from '../../storage/store.ts';
import { openAccess } from './open.ts';
import { readX402Payment, findX402Token } from './rails.ts';
import { secretReader } from './secret.ts';
import { createMemoryWallet, openTestPayment } from './test-payments.ts';

const now = () => 1_800_000_000_000;
const access = { enabled: true, prices: { 'guest-kit': 21 }, pricePerMinute: 3 };
const facts = { ...example.facts, access };
const release: Release = { ...example, facts };

const asker = (authorization?: string, isHead = false): Caller => ({
  isHead,
  address: '192.0.2.1',
  client: async () => '192.0.2.1',
  sandbox: false,
  accept: undefined,
  authorization,
  key: () => undefined,
  explain: (error) => error as ApiError,
});

function openWorld(store: Store, answer: () => string, l402 = 2, client = '192.0.2.1') {
  const memory = createMemoryWallet();
  const deps = { db: store.db, wallet: memory.wallet, now, onTrouble: () => {} };
  const access = openAccess({ ...deps, offersWorkTo: async () => true });
  const { paywall } = access;
  const limited = createRateLimiter({ kind: 'sqlite', db: store.db }, now, { ...ratesPerMinute, l402 });
  const parts = {
    live: () => release,
    now,
    store,
    handlers: { guestKit: async () => json(answer()) },
    paywall: paywall(limited),
    askFor: () => async () => ({ type: '', text: '' }),
  };
  const ask = (authorization?: string, isHead?: boolean, body = { showName: 'A show' }) =>
    answerEndpoint(
      'guestKit',
      { body },
      { ...asker(authorization, isHead), client: async () => client },
      parts as never,
    );
  const pay = async () => {
    const payment = await openTestPayment(store.db, memory, await secretReader(store.db)(), 'guest-kit', now());
    memory.pay(payment.invoice.paymentHash);
    return `L402 ${payment.token}`;
  };
  const secret = secretReader(store.db);
  const refusalOf = (authorization?: string): Promise<ApiError> =>
    ask(authorization).then(
      () => assert.fail(),
      (problem: ApiError) => problem,
    );
  const challenged = async () => {
    const { members, headers } = (await refusalOf()).extras!;
    const [, macaroon, invoice] = /macaroon="([^"]+)", invoice="([^"]+)"/.exec(headers['WWW-Authenticate']!)!;
    return { macaroon, invoice: invoice!, context: members.payment_context_token as string | undefined, x402: headers['PAYMENT-REQUIRED'] }; // prettier-ignore
  };
  return { memory, ask, pay, access, refusalOf, challenged, secret };
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
    const { answer: made, admission } = await ask(authorization);
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
    assert.ok(both.every(({ answer: made }) => 'body' in made));
    assert.ok('body' in (await askFor('Two')).answer);
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

  test('an attack: the same is asked for twice with one payment, and what fails frees nothing that the other got', async () => {
    const { pay, access: opened } = openWorld(open(), () => '', 100);
    const authorization = await pay();
    const paywall = opened.paywall(createRateLimiter({ kind: 'sqlite', db: open().db }, now));
    const holder = { client: async () => 'somebody', address: '192.0.2.1', authorization };
    const asked = async (showName: string) => (await paywall(endpoints.guestKit, { body: { showName } }, holder, release)).uses!; // prettier-ignore
    const used = { details: { resourceId: 'guest-kit', amountSats: 21, reason: 'used' } };
    const [first, again] = [await asked('One'), await asked('One')];
    await first.giveBack();
    await first.giveBack();
    await assert.rejects(asked('Two'), used);
    await again.giveBack();
    const [two, job] = await Promise.all([asked('Two'), asked('Two')]);
    job.handOver();
    await Promise.all([two.giveBack(), job.giveBack()]);
    await assert.rejects(asked('Three'), used);
    await opened.giveBack(open().db, job.tokenId);
    await Promise.all([asked('Three'), asked('Three'), asked('Three')]);
    await opened.giveBack(open().db, job.tokenId);
    await assert.rejects(asked('Four'), used);
  });

  test('a form that fails frees nothing that the same payment got through the API or another form', async () => {
    const { memory, access: opened } = openWorld(open(), () => '', 100);
    const payment = await openTestPayment(open().db, memory, await secretReader(open().db)(), 'guest-kit', now());
    memory.pay(payment.invoice.paymentHash);
    const spend = (showName: string) => opened.reading.spend(facts as never, payment.contextToken, endpoints.guestKit, { showName }); // prettier-ignore
    const [first, again] = [await spend('One'), await spend('One')];
    assert.ok(typeof first === 'object' && typeof again === 'object');
    await first.giveBack();
    assert.equal(await spend('Two'), 'used');
    await again.giveBack();
    assert.equal(typeof (await spend('Two')), 'object');
  });

  test('what a version of before has written: a token that is used stays so, and a job of then gives it back', async () => {
    const { memory, access: opened } = openWorld(open(), () => '', 100);
    const payment = await openTestPayment(open().db, memory, await secretReader(open().db)(), 'guest-kit', now());
    memory.pay(payment.invoice.paymentHash);
    const spend = (showName: string) => opened.reading.spend(facts as never, payment.contextToken, endpoints.guestKit, { showName }); // prettier-ignore
    assert.equal(typeof (await spend('One')), 'object');
    const { tokenId } = payment.invoice;
    await open().db.updateTable('grants').set({ usedBy: null }).where('tokenId', '=', tokenId).execute();
    const again = await spend('One');
    assert.ok(typeof again === 'object');
    await again.giveBack();
    assert.equal(await spend('Two'), 'used');
    await open().db.updateTable('grants').set({ usedBy: null }).where('tokenId', '=', tokenId).execute();
    await opened.giveBack(open().db, tokenId);
    assert.equal(typeof (await spend('Two')), 'object');
  });

  test('flood of 402: after five of its own an address is offered no invoice, until it asks for one; HEAD opens none', async () => {
    const { ask, refusalOf } = openWorld(open(), () => 'a kit', 9);
    await open().db.deleteFrom('invoices').execute();
    const invoices = () => open().db.selectFrom('invoices').select('tokenId').execute();
    assert.equal(await ask(undefined, true).catch(kindOf), 'payment_required');
    assert.equal((await invoices()).length, 0);
    for (let i = 0; i < 9; i++) {
      const { extras: beside, details } = await refusalOf();
      const { headers, members } = beside!;
      const ways = [headers['WWW-Authenticate'], headers['PAYMENT-REQUIRED'], members.payment_context_token];
      const tiers = (members.tiers as { id: string }[]).map(({ id }) => id);
      assert.equal(ways.filter(Boolean).length, i < 5 ? 3 : 0, String(i));
      assert.deepEqual(tiers, [...(i < 5 ? ['pay'] : []), 'pay_or_work', 'free_slice']);
      assert.equal(details?.reason, i < 5 ? undefined : 'too_many_open');
      assert.ok(members.payment_request_url && (members.offers as object[]).length > 0);
    }
    assert.equal(await ask().catch(kindOf), 'rate_limited');
    assert.equal((await invoices()).length, 5);
  });

  test('every way to pay of every 402 works for the client that it was offered to, whatever its address', async () => {
    const networks = ['192.0.2.1', '2001:db8:7:7::/64', '2001:db8:7:8::/64'];
    for (const client of networks) {
      const { memory, access: opened, challenged, secret } = openWorld(open(), () => 'a kit', 100, client);
      await open().db.deleteFrom('invoices').execute();
      for (let i = 0; i < 5; i++) {
        const { invoice, context, x402 } = await challenged();
        const paymentHash = invoice.slice(6);
        memory.pay(paymentHash);
        const verify = (asked: object) => opened.payment.verify(facts as never, asked as never);
        const other = networks.find((one) => one !== client);
        assert.equal(await verify({ paymentHash, client: other }), 'other_client');
        assert.equal(typeof (await verify({ paymentHash, client })), 'object');
        assert.equal(typeof (await verify({ contextToken: context })), 'object');
        const [accepted] = JSON.parse(atob(x402!)).accepts;
        const payment = { accepted, payload: { invoice } };
        const { token } = await findX402Token({ db: open().db, wallet: memory.wallet, now }, await secret(), payment);
        assert.match(token, /:[0-9a-f]{64}$/);
        // An invoice that is paid no longer counts.
        await open().db.updateTable('invoices').set({ state: 'open' }).execute();
      }
    }
  });

  test('a neighbour at the same address gets nothing for what another paid: no token by context, no answer by x402', async () => {
    const { memory, challenged, access: opened, secret } = openWorld(open(), () => 'a kit', 100);
    await open().db.deleteFrom('invoices').execute();
    const [mine, theirs] = [await challenged(), await challenged()];
    assert.notEqual(mine.context, theirs.context);
    memory.pay(mine.invoice.slice(6));
    const verify = (contextToken: string) => opened.payment.verify(facts as never, { contextToken });
    assert.equal(await verify(theirs.context!), 'unpaid');
    assert.equal(typeof (await verify(mine.context!)), 'object');
    const forged = { accepted: { extra: { macaroon: theirs.macaroon } }, payload: { invoice: mine.invoice } };
    const text = Buffer.from(JSON.stringify(forged)).toString('base64');
    const parts = { db: open().db, wallet: memory.wallet, now };
    assert.deepEqual(await findX402Token(parts, await secret(), readX402Payment(`X402 ${text}`)), { token: '' });
  });

  test('a wallet that is down: 402 with work alone for who did not pay, internal_error for who may have, and the handler is not reached', async () => {
    let calls = 0;
    const { ask, pay, memory } = openWorld(open(), () => String(++calls));
    // An open invoice would be offered again without the wallet.
    await open().db.deleteFrom('invoices').execute();
    const authorization = await pay();
    memory.setDown(true);
    const refused = await ask().then(
      () => assert.fail(),
      (error: ApiError) => error,
    );
    assert.deepEqual([refused.kind, refused.details?.reason], ['payment_required', 'wallet_down']);
    const tiers = refused.extras!.members.tiers as { id: string }[];
    assert.deepEqual(tiers.map(({ id }) => id), ['pay_or_work', 'free_slice']); // prettier-ignore
    assert.equal(refused.extras!.headers['Retry-After'], '10');
    assert.equal(await ask(authorization).catch(kindOf), 'internal_error');
    assert.equal(calls, 0);
    memory.setDown(false);
    await ask(authorization);
    assert.equal(calls, 1);
  });

  test('a recording is sold by the minute: as many as the request says, the episode has, or else sixty', async () => {
    const { memory, access: opened } = openWorld(open(), () => '', 100);
    const asked = async (body: object, authorization?: string) => {
      const holder = { client: async () => 'somebody', address: '192.0.2.1', authorization };
      const paywall = opened.paywall(createRateLimiter({ kind: 'sqlite', db: open().db }, now), (url) => (url === 'known' ? 601 : undefined)); // prettier-ignore
      return paywall(endpoints.transcribe, { body }, holder, release);
    };
    const price = (body: object) => asked(body).then(() => assert.fail(), (error: ApiError) => error.details?.amountSats); // prettier-ignore
    assert.deepEqual(await Promise.all([price({ sourceUrl: 'x' }), price({ sourceUrl: 'known' }), price({ sourceUrl: 'x', maxMinutes: 7 })]), [180, 33, 21]); // prettier-ignore
    const wanted = { resourceId: 'transcribe', minutes: 7, client: 'somebody' };
    const context = await opened.payment.request(facts as never, wanted);
    assert.ok(typeof context === 'object' && context.amountSats === 21);
    memory.pay(context.paymentHash);
    const token = await opened.payment.verify(facts as never, { contextToken: context.payment_context_token });
    assert.ok(typeof token === 'object');
    const authorization = `L402 ${token.accessToken}`;
    const first = await asked({ sourceUrl: 'long' }, authorization);
    assert.equal(first.maxMinutes, 7);
    await first.uses!.giveBack();
    const other = await asked({ sourceUrl: 'short' }, authorization);
    assert.equal(other.maxMinutes, 7, 'what was refused used nothing up');
    assert.equal((await asked({ sourceUrl: 'short', maxMinutes: 500 }, authorization)).maxMinutes, 7);
    await assert.rejects(asked({ sourceUrl: 'third' }, authorization), { details: { resourceId: 'transcribe', amountSats: 180, reason: 'used' } }); // prettier-ignore
  });
});
