import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importMacaroon } from 'macaroon';
import { endpoints } from '#contract/endpoints.ts';
import type { ApiError } from '#contract/errors.ts';
import { hourMs } from '#domain/instants.ts';
import { createRateLimiter } from '../../http/rate-limit.ts';
import type { Release } from '../../release/release.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import type { Store } from '../../storage/store.ts';
import { registerAgent } from './agent-tiers.ts';
import { encodeMacaroon } from './macaroon.ts';
import { openAccess } from './open.ts';
import { createMemoryWallet } from './test-payments.ts';
import { exampleRelease as example } from '../../release/test-example.ts';

const start = 1_800_000_000_000;
const [first, second] = example.index.items.slice(0, 2).map(({ id }) => id) as [string, string];
const prices = { [`article:${first}`]: 21, articles: 5, 'guest-kit': 10, 'content-index': 7 };
const access = { enabled: true, prices, dayPassSats: 30, pricePerMinute: 2 };
const release: Release = { ...example, facts: { ...example.facts, access } };
const { facts } = release;

const { article, guestKit, transcribe, contentIndex, verifyQuote } = endpoints;

function openWorld(store: Store) {
  const clock = { now: start };
  const now = () => clock.now;
  let isSlow = false;
  const memory = createMemoryWallet();
  const lookupInvoice: typeof memory.wallet.lookupInvoice = async (hash) =>
    isSlow ? { state: 'open' } : memory.wallet.lookupInvoice(hash);
  const wallet = { ...memory.wallet, lookupInvoice };
  const open = () => openAccess({ db: store.db, wallet, now, onTrouble: () => {} });
  const limiter = createRateLimiter({ kind: 'sqlite', db: store.db }, now);
  const as = (client: string, opened = open(), authorization?: string) => {
    const paywall = opened.paywall(limiter);
    const holder = { client: async () => client, address: '192.0.2.9', authorization };
    return (record: object, asked: object = {}) => paywall(record as never, asked, holder, release);
  };
  return { db: store.db, clock, memory, open, as, slow: (value: boolean) => (isSlow = value) };
}

async function refusal(asked: Promise<unknown>): Promise<ApiError> {
  const error = await asked.then(
    () => assert.fail('it was opened'),
    (problem: ApiError) => problem,
  );
  assert.equal(error.kind, 'payment_required');
  return error;
}

const invoiceIn = ({ extras: beside }: ApiError): string =>
  /invoice="([^"]+)"/.exec(beside!.headers['WWW-Authenticate'] ?? '')?.[1] ?? '';
const tokenIn = ({ extras: beside }: ApiError, preimage: string): string =>
  `L402 ${/macaroon="([^"]+)"/.exec(beside!.headers['WWW-Authenticate']!)![1]}:${preimage}`;

onBothStores('purchases of a client', (open) => {
  test('give access to a known client without its token, and to nobody else', async () => {
    const { as, memory } = openWorld(open());
    const ask = as('agent-one');
    const asked = { params: { id: first } };
    const invoice = invoiceIn(await refusal(ask(article, asked)));
    assert.equal(invoiceIn(await refusal(ask(article, asked))), invoice, 'an unpaid invoice is offered again');
    memory.pay(invoice.slice(6));
    const { isPersonal, varies } = await ask(article, asked);
    assert.deepEqual([isPersonal, varies], [true, true]);
    await refusal(ask(article, { params: { id: second } }));
    for (const other of ['agent-two', '192.0.2.9', '2001:db8::/64', 'agent crawler.example'])
      await refusal(as(other)(article, asked));
  });

  test('give access for a day, after a restart and after the invoice has expired', async () => {
    const { as, memory, clock, slow } = openWorld(open());
    const asked = { params: { id: first } };
    const invoice = invoiceIn(await refusal(as('agent-late')(article, asked)));
    memory.pay(invoice.slice(6));
    slow(true);
    clock.now = start + 50 * 60_000;
    assert.equal(invoiceIn(await refusal(as('agent-late')(article, asked))), invoice, 'the wallet says nothing yet');
    slow(false);
    clock.now = start + 2 * hourMs;
    await as('agent-late')(article, asked);
    clock.now = start + 25 * hourMs;
    await as('agent-late')(article, asked);
    clock.now = start + 26 * hourMs + 1;
    await refusal(as('agent-late')(article, asked));
  });

  test('a day pass gives access to texts at every endpoint, and to a list with the same price', async () => {
    const { as, memory, open: opened } = openWorld(open());
    const buy = async (client: string, resourceId: string) => {
      const context = await opened().payment.request(facts, { resourceId, client });
      assert.ok(typeof context === 'object');
      memory.pay(context.paymentHash);
    };
    await buy('agent-pass', 'articles');
    await as('agent-pass')(article, { params: { id: second } });
    const { pass, isPersonal } = await as('agent-pass')(verifyQuote, { body: { text: 'x' } });
    assert.deepEqual([isPersonal, pass?.opens(`article:${second}`), pass?.opens('guest-kit')], [true, true, false]);
    assert.equal((await as('192.0.2.9')(verifyQuote, { body: { text: 'x' } })).pass, undefined);
    await buy('agent-index', 'content-index');
    assert.equal((await as('agent-index')(contentIndex, { query: {} })).newest, undefined);
  });

  test('a registered agent reads the free slice, and after paying the whole index, with its agent token', async () => {
    const { db, as, memory, open: opened } = openWorld(open());
    const { token } = await db.transaction().execute((tx) => registerAgent(tx, { name: 'Reader' }, '192.0.2.9', start));
    const authorization = `Bearer ${token}`;
    const client = (await opened().findHolder(authorization))!;
    const ask = as(client, opened(), authorization);
    assert.equal((await ask(contentIndex, { query: {} })).newest, 5);
    const context = await opened().payment.request(facts, { resourceId: 'content-index', client });
    assert.ok(typeof context === 'object');
    memory.pay(context.paymentHash);
    assert.equal((await ask(contentIndex, { query: {} })).newest, undefined);
  });

  test('the token of one resource does not prevent access to another purchase', async () => {
    const { as, memory, open: opened } = openWorld(open());
    const bought = await refusal(as('192.0.2.9')(article, { params: { id: first } }));
    const hash = invoiceIn(bought).slice(6);
    memory.pay(hash);
    const authorization = tokenIn(bought, memory.preimageOf(hash));
    const client = (await opened().findHolder(authorization))!;
    const ask = as(client, opened(), authorization);
    const kit = { body: { showName: 'The Quay' } };
    const refused = await refusal(ask(guestKit, kit));
    assert.equal(refused.details?.reason, 'other_resource');
    memory.pay(invoiceIn(refused).slice(6));
    assert.ok((await ask(guestKit, kit)).tokenUse);
    assert.ok((await ask(guestKit, kit)).tokenUse, 'the same kit again');
    await refusal(ask(guestKit, { body: { showName: 'Another' } }));
    await ask(article, { params: { id: first } });
  });

  test('an attack: a narrowed token that was passed on does not give access to other purchases of its owner', async () => {
    const { as, memory, open: opened } = openWorld(open());
    const context = await opened().payment.request(facts, { resourceId: 'articles', client: '192.0.2.9' });
    assert.ok(typeof context === 'object');
    memory.pay(context.paymentHash);
    const pass = await opened().payment.verify(facts, { contextToken: context.payment_context_token });
    assert.ok(typeof pass === 'object');
    const [text, preimage] = pass.accessToken.split(':') as [string, string];
    assert.ok(await opened().findHolder(`L402 ${pass.accessToken}`));
    const macaroon = importMacaroon(new Uint8Array(Buffer.from(text, 'base64')));
    macaroon.addFirstPartyCaveat(`resource=article:${second}`);
    const narrowed = `L402 ${encodeMacaroon(macaroon).toString('base64')}:${preimage}`;
    await as('192.0.2.9', opened(), narrowed)(article, { params: { id: second } });
    assert.equal(await opened().findHolder(narrowed), undefined);
  });

  test('a paid transcription is for one recording and the paid minutes', async () => {
    const { as, memory, open: opened } = openWorld(open());
    const client = 'agent-listener';
    const context = await opened().payment.request(facts, { resourceId: 'transcribe', minutes: 10, client });
    assert.ok(typeof context === 'object');
    memory.pay(context.paymentHash);
    const hear = (sourceUrl: string, maxMinutes?: number) =>
      as(client)(transcribe, { body: { sourceUrl, ...(maxMinutes && { maxMinutes }) } });
    await refusal(hear('https://a.example/1.mp3', 11));
    assert.equal((await hear('https://a.example/1.mp3', 10)).maxMinutes, 10);
    assert.equal((await hear('https://a.example/1.mp3')).maxMinutes, 10);
    await refusal(hear('https://a.example/2.mp3', 5));
  });

  test('a proven payment that the wallet does not show yet is not requested again', async () => {
    const { as, memory, clock, slow, open: opened } = openWorld(open());
    const asked = { params: { id: first } };
    const challenged = await refusal(as('192.0.2.9')(article, asked));
    const invoice = invoiceIn(challenged);
    const hash = invoice.slice(6);
    memory.pay(hash);
    slow(true);
    const payment = JSON.parse(atob(challenged.extras!.headers['PAYMENT-REQUIRED']!)) as { accepts: object[] };
    const x402 = `X402 ${btoa(JSON.stringify({ accepted: payment.accepts[0], payload: { invoice } }))}`;
    const mpp = {
      challenge: { id: /macaroon="([^"]+)"/.exec(challenged.extras!.headers['WWW-Authenticate']!)![1] },
      payload: { preimage: memory.preimageOf(hash) },
    };
    const ways = [
      tokenIn(challenged, memory.preimageOf(hash)),
      x402,
      `Payment ${Buffer.from(JSON.stringify(mpp)).toString('base64url')}`,
    ];
    for (const [at, same] of [
      [0, true],
      [50, true],
      [58, false],
    ] as const) {
      clock.now = start + at * 60_000;
      for (const way of ways) {
        const refused = await refusal(as('192.0.2.9', opened(), way)(article, asked));
        assert.deepEqual(
          [refused.details?.reason, invoiceIn(refused)],
          ['unpaid', same ? invoice : ''],
          `${at} ${way}`,
        );
      }
    }
    slow(false);
    for (const way of ways) await as('192.0.2.9', opened(), way)(article, asked);
  });

  test('a context with an expired invoice gets no second invoice if the first is paid', async () => {
    const { memory, clock, open: opened } = openWorld(open());
    const context = await opened().payment.request(facts, { resourceId: 'guest-kit', client: '192.0.2.44' });
    assert.ok(typeof context === 'object');
    const again = () => opened().payment.renew(facts, context.payment_context_token, '192.0.2.44');
    clock.now = start + 57 * 60_000;
    const next = await again();
    assert.ok(typeof next === 'object' && next.invoice !== context.invoice);
    memory.pay(context.paymentHash);
    clock.now = start + 59 * 60_000;
    assert.equal(await again(), 'already_paid');
  });
});
