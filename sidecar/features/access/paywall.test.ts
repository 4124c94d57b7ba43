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

const createCaller = (authorization?: string, isHead = false): Caller => ({
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
      { ...createCaller(authorization, isHead), client: async () => client },
      parts as never,
    );
  const pay = async () => {
    const payment = await openTestPayment(store.db, memory, await secretReader(store.db)(), 'guest-kit', now());
    memory.pay(payment.invoice.paymentHash);
    return `L402 ${payment.token}`;
  };
  const secret = secretReader(store.db);
  const readRefusal = (authorization?: string): Promise<ApiError> =>
    ask(authorization).then(
      () => assert.fail(),
      (problem: ApiError) => problem,
    );
  const challenged = async () => {
    const { members, headers } = (await readRefusal()).extras!;
    const [, macaroon, invoice] = /macaroon="([^"]+)", invoice="([^"]+)"/.exec(headers['WWW-Authenticate']!)!;
    return {
      macaroon,
      invoice: invoice!,
      context: members.payment_context_token as string | undefined,
      x402: headers['PAYMENT-REQUIRED'],
    };
  };
  return { memory, ask, pay, access, readRefusal, challenged, secret };
}

const errorKind = (error: unknown) => (error as ApiError).kind;

onBothStores('the paywall', (open) => {
  test('a token can be used again after a 5xx answer', async () => {
    let calls = 0;
    const { ask, pay } = openWorld(open(), () => {
      if (++calls === 1) throw new Error('the disk is full');
      return 'a kit';
    });
    const authorization = await pay();
    await assert.rejects(ask(authorization), /the disk is full/);
    const { answer, admission } = await ask(authorization);
    assert.ok('body' in answer && answer.body.includes('a kit'));
    assert.deepEqual([admission.isPersonal, admission.varies], [true, true]);
  });

  test('a payment is for one kit, concurrently and repeatedly; a failed request does not use it', async () => {
    let calls = 0;
    const { ask, pay } = openWorld(open(), () => {
      if (++calls === 1) throw new Error('the disk is full');
      return 'a kit';
    });
    const authorization = await pay();
    const askFor = (showName: string) => ask(authorization, false, { showName });
    await assert.rejects(askFor('One'), /the disk is full/);
    const both = await Promise.all([askFor('Two'), askFor('Two')]);
    assert.ok(both.every(({ answer }) => 'body' in answer));
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
      kits.reduce((sum: number, count) => sum + count, 0),
      1,
    );
  });

  test('an attack: a failed request does not release a payment that a concurrent one has used', async () => {
    const { pay, access: opened } = openWorld(open(), () => '', 100);
    const authorization = await pay();
    const paywall = opened.paywall(createRateLimiter({ kind: 'sqlite', db: open().db }, now));
    const holder = { client: async () => 'somebody', address: '192.0.2.1', authorization };
    const use = async (showName: string) =>
      (await paywall(endpoints.guestKit, { body: { showName } }, holder, release)).tokenUse!;
    const used = { details: { resourceId: 'guest-kit', amountSats: 21, reason: 'used' } };
    const first = await use('One');
    const again = await use('One');
    await first.giveBack();
    await first.giveBack();
    await assert.rejects(use('Two'), used);
    await again.giveBack();
    const [two, job] = await Promise.all([use('Two'), use('Two')]);
    job.handOver();
    await Promise.all([two.giveBack(), job.giveBack()]);
    await assert.rejects(use('Three'), used);
    await opened.giveBack(open().db, job.tokenId);
    await Promise.all([use('Three'), use('Three'), use('Three')]);
    await opened.giveBack(open().db, job.tokenId);
    await assert.rejects(use('Four'), used);
  });

  test('a failed form does not release a payment that another request has used', async () => {
    const { memory, access: opened } = openWorld(open(), () => '', 100);
    const payment = await openTestPayment(open().db, memory, await secretReader(open().db)(), 'guest-kit', now());
    memory.pay(payment.invoice.paymentHash);
    const spend = (showName: string) =>
      opened.reading.spend(facts as never, payment.contextToken, endpoints.guestKit, { showName });
    const first = await spend('One');
    const again = await spend('One');
    assert.ok(typeof first === 'object' && typeof again === 'object');
    await first.giveBack();
    assert.equal(await spend('Two'), 'used');
    await again.giveBack();
    assert.equal(typeof (await spend('Two')), 'object');
  });

  test('a used token of an earlier version stays used until its job releases it', async () => {
    const { memory, access: opened } = openWorld(open(), () => '', 100);
    const payment = await openTestPayment(open().db, memory, await secretReader(open().db)(), 'guest-kit', now());
    memory.pay(payment.invoice.paymentHash);
    const spend = (showName: string) =>
      opened.reading.spend(facts as never, payment.contextToken, endpoints.guestKit, { showName });
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

  test('flood of 402: an address gets five invoices, further ones only on request, and none for HEAD', async () => {
    const { ask, readRefusal } = openWorld(open(), () => 'a kit', 9);
    await open().db.deleteFrom('invoices').execute();
    const invoices = () => open().db.selectFrom('invoices').select('tokenId').execute();
    assert.equal(await ask(undefined, true).catch(errorKind), 'payment_required');
    assert.equal((await invoices()).length, 0);
    for (let i = 0; i < 9; i++) {
      const { extras, details } = await readRefusal();
      const { headers, members } = extras!;
      const ways = [headers['WWW-Authenticate'], headers['PAYMENT-REQUIRED'], members.payment_context_token];
      const tiers = (members.tiers as { id: string }[]).map(({ id }) => id);
      assert.equal(ways.filter(Boolean).length, i < 5 ? 3 : 0, String(i));
      assert.deepEqual(tiers, [...(i < 5 ? ['pay'] : []), 'pay_or_work', 'free_slice']);
      assert.equal(details?.reason, i < 5 ? undefined : 'too_many_open');
      assert.ok(members.payment_request_url && (members.offers as object[]).length > 0);
    }
    assert.equal(await ask().catch(errorKind), 'rate_limited');
    assert.equal((await invoices()).length, 5);
  });

  test('every way to pay in a 402 works for its client at any address', async () => {
    const networks = ['192.0.2.1', '2001:db8:7:7::/64', '2001:db8:7:8::/64'];
    for (const client of networks) {
      const { memory, access: opened, challenged, secret } = openWorld(open(), () => 'a kit', 100, client);
      await open().db.deleteFrom('invoices').execute();
      for (let i = 0; i < 5; i++) {
        const { invoice, context, x402 } = await challenged();
        const paymentHash = invoice.slice(6);
        memory.pay(paymentHash);
        const verify = (key: object) => opened.payment.verify(facts as never, key as never);
        const other = networks.find((network) => network !== client);
        assert.equal(await verify({ paymentHash, client: other }), 'other_client');
        assert.equal(typeof (await verify({ paymentHash, client })), 'object');
        assert.equal(typeof (await verify({ contextToken: context })), 'object');
        const [accepted] = JSON.parse(atob(x402!)).accepts;
        const payment = { accepted, payload: { invoice } };
        const { token } = await findX402Token({ db: open().db, wallet: memory.wallet, now }, await secret(), payment);
        assert.match(token, /:[0-9a-f]{64}$/);
        // Paid invoices do not count towards the limit.
        await open().db.updateTable('invoices').set({ state: 'open' }).execute();
      }
    }
  });

  test('a client at the same address cannot use the payment of another by context token or x402', async () => {
    const { memory, challenged, access: opened, secret } = openWorld(open(), () => 'a kit', 100);
    await open().db.deleteFrom('invoices').execute();
    const mine = await challenged();
    const theirs = await challenged();
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

  test('new clients get a 402 with work only while the wallet is down, and payers an internal_error', async () => {
    let calls = 0;
    const { ask, pay, memory } = openWorld(open(), () => String(++calls));
    // An open invoice could be offered without the wallet.
    await open().db.deleteFrom('invoices').execute();
    const authorization = await pay();
    memory.setDown(true);
    const refused = await ask().then(
      () => assert.fail(),
      (error: ApiError) => error,
    );
    assert.deepEqual([refused.kind, refused.details?.reason], ['payment_required', 'wallet_down']);
    const tiers = refused.extras!.members.tiers as { id: string }[];
    assert.deepEqual(
      tiers.map(({ id }) => id),
      ['pay_or_work', 'free_slice'],
    );
    assert.equal(refused.extras!.headers['Retry-After'], '10');
    assert.equal(await ask(authorization).catch(errorKind), 'internal_error');
    assert.equal(calls, 0);
    memory.setDown(false);
    await ask(authorization);
    assert.equal(calls, 1);
  });

  test('a transcription costs the minutes of the request, of the episode, or sixty', async () => {
    const { memory, access: opened } = openWorld(open(), () => '', 100);
    const request = async (body: object, authorization?: string) => {
      const holder = { client: async () => 'somebody', address: '192.0.2.1', authorization };
      const paywall = opened.paywall(createRateLimiter({ kind: 'sqlite', db: open().db }, now), (url) =>
        url === 'known' ? 601 : undefined,
      );
      return paywall(endpoints.transcribe, { body }, holder, release);
    };
    const price = (body: object) =>
      request(body).then(
        () => assert.fail(),
        (error: ApiError) => error.details?.amountSats,
      );
    assert.deepEqual(
      await Promise.all([
        price({ sourceUrl: 'x' }),
        price({ sourceUrl: 'known' }),
        price({ sourceUrl: 'x', maxMinutes: 7 }),
      ]),
      [180, 33, 21],
    );
    const purchase = { resourceId: 'transcribe', minutes: 7, client: 'somebody' };
    const context = await opened.payment.request(facts as never, purchase);
    assert.ok(typeof context === 'object' && context.amountSats === 21);
    memory.pay(context.paymentHash);
    const token = await opened.payment.verify(facts as never, { contextToken: context.payment_context_token });
    assert.ok(typeof token === 'object');
    const authorization = `L402 ${token.accessToken}`;
    const first = await request({ sourceUrl: 'long' }, authorization);
    assert.equal(first.maxMinutes, 7);
    await first.tokenUse!.giveBack();
    const other = await request({ sourceUrl: 'short' }, authorization);
    assert.equal(other.maxMinutes, 7, 'a refused request does not use minutes');
    assert.equal((await request({ sourceUrl: 'short', maxMinutes: 500 }, authorization)).maxMinutes, 7);
    await assert.rejects(request({ sourceUrl: 'third' }, authorization), {
      details: { resourceId: 'transcribe', amountSats: 180, reason: 'used' },
    });
  });
});
