// Payment from the first 402 to the text, and everything that must not open it, with the wallet that pays itself.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { importMacaroon, newMacaroon } from 'macaroon';
import { type PaymentContext, PaymentRequired } from '#contract/schemas/payment.ts';
import { checker } from '#contract/validation.ts';
import { idOf, pricedText, testContent } from './content.ts';
import { postJson, type RoomProcess, startRoomProcess } from './room.ts';
import { until } from './until.ts';

const priced = idOf('priced', 10);
const other = idOf('first-river', 1);
const prices = { [`article:${priced}`]: 21, [`article:${other}`]: 5, 'guest-kit': 10 };
let room: RoomProcess;

before(async () => {
  const access = { enabled: true, prices, pricePerMinute: 2, dayPassSats: 20 };
  const files = {
    'access.json': JSON.stringify(access),
    [`transcripts/${idOf('talk-about-tides', 4)}.vtt`]:
      'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nThe gauge house stood empty.\n',
  };
  room = await startRoomProcess(await testContent(files), { RATES: 'l402=1000' });
});
after(() => room.stop());

const textOf = (id: string) => `/api/article/${id}/markdown`;
const get = (path: string, authorization?: string) =>
  fetch(room.baseUrl + path, authorization ? { headers: { authorization } } : {});

/** HEAD opens no invoice and starts no work, of which the length of their page would tell. */
async function assertNothingDone(path: string): Promise<void> {
  const { status, headers } = await fetch(room.baseUrl + path, { method: 'HEAD', redirect: 'manual' });
  const told = [status, headers.get('cache-control'), headers.get('content-length')];
  assert.deepEqual(told, [200, 'private, no-store', null]);
}

interface Challenge extends PaymentRequired {
  macaroon: string;
}

async function challengeOf(path: string): Promise<Challenge> {
  const response = await get(path);
  assert.equal(response.status, 402);
  const [, macaroon, invoice, token] =
    /^L402 macaroon="([^"]+)", invoice="([^"]+)", version="0", token="([^"]+)", Payment id="/.exec(
      response.headers.get('www-authenticate')!,
    )!;
  assert.equal(token, macaroon);
  const body = (await response.json()) as PaymentRequired;
  assert.ok(checker(PaymentRequired)(body).ok, JSON.stringify(body));
  const pay = body.tiers.find((tier) => tier.id === 'pay');
  assert.equal(pay && 'invoice' in pay && pay.invoice, invoice);
  return { ...body, macaroon: macaroon! };
}

interface Verified {
  accessToken: string;
  resourceId: string;
  tokenType: string;
  expiresAt: string;
}

async function verify(body: object): Promise<Verified> {
  const response = await postJson(room, '/api/l402/verify', body);
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as Verified;
}

async function refused(response: Promise<Response>): Promise<string> {
  const answer = await response;
  const { error } = (await answer.json()) as { error: { details: { reason: string } } };
  assert.ok([400, 402].includes(answer.status));
  return error.details.reason;
}

/** After many answers of 402 these have no context token. */
async function requested(resourceId = `article:${priced}`, more: object = {}): Promise<PaymentContext> {
  const response = await postJson(room, '/api/l402/payment-request', { resourceId, ...more });
  return (await response.json()) as PaymentContext;
}

async function bought(): Promise<Verified> {
  const { payment_context_token } = await requested();
  return verify({ payment_context_token });
}

test('a payment unlocks the text, and no cache stores it', async () => {
  const challenge = await challengeOf(textOf(priced));
  assert.deepEqual(challenge.error.details, { resourceId: `article:${priced}`, amountSats: 21 });
  assert.equal(challenge.tiers[0]!.id, 'pay');
  assert.equal('wallet' in challenge.tiers[0]! && challenge.tiers[0].wallet, 'development');
  const { accessToken, resourceId, tokenType } = await verify({
    payment_context_token: challenge.payment_context_token,
  });
  assert.deepEqual([resourceId, tokenType], [`article:${priced}`, 'L402']);
  assert.equal(accessToken.split(':')[0], challenge.macaroon);
  for (const scheme of ['L402', 'l402', 'LSAT', 'lsat']) {
    const paid = await get(textOf(priced), `${scheme} ${accessToken}`);
    assert.equal(paid.status, 200, scheme);
    assert.equal(paid.headers.get('cache-control'), 'private, no-store');
    assert.match(paid.headers.get('vary')!, /Authorization/);
    assert.ok((await paid.text()).includes(pricedText));
  }
  const json = await get(`/api/agent/articles/${priced}`, `L402 ${accessToken}`);
  assert.ok(((await json.json()) as { bodyMarkdown: string }).bodyMarkdown.includes(pricedText));
  const head = await fetch(room.baseUrl + textOf(priced), { method: 'HEAD' });
  assert.equal(head.status, 402);
});

test('a token opens what was paid for, and nothing else', async () => {
  const { accessToken } = await bought();
  assert.equal(await refused(get(textOf(other), `L402 ${accessToken}`)), 'other_resource');
  const kit = { showName: 'A show' };
  const sent = postJson(room, '/api/guest-kit', kit, { authorization: `L402 ${accessToken}` });
  assert.equal(await refused(sent), 'other_resource');
  assert.equal((await postJson(room, '/api/guest-kit', kit)).status, 402);
});

test('people pay for a guest kit on a page and make one with it, and not a second', async () => {
  const form = (fields: Record<string, string>) =>
    fetch(`${room.baseUrl}/guest-kit`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  assert.match(await (await get('/guest-kit')).text(), /href="\/read\?for=guest-kit"/);
  await assertNothingDone('/read?for=guest-kit');
  const unpaid = await form({ showName: 'The Long Pier', payment: '' });
  assert.deepEqual([unpaid.status, unpaid.headers.get('location')], [303, '/read?for=guest-kit']);
  const [, payment] = /data-payment="([^"]+)"/.exec(await (await get('/read?for=guest-kit')).text())!;
  const opened = await fetch(`${room.baseUrl}/read?for=guest-kit&payment=${payment}`, { redirect: 'manual' });
  const cookie = opened.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const paid = await fetch(`${room.baseUrl}/read?for=guest-kit`, { headers: { cookie } });
  const [, make] = /href="(\/guest-kit\?payment=[^"]+)"/.exec(await paid.text())!;
  assert.match(await (await get(make!)).text(), new RegExp(`name="payment" value="${payment}"`));
  const made = await form({ showName: 'The Long Pier', payment: payment! });
  assert.match(made.headers.get('location')!, /^\/guest-kit\?id=/);
  const second = await form({ showName: 'Another', payment: payment! });
  assert.equal(second.status, 402);
  assert.match(await second.text(), /used for another guest kit/);
  const again = await fetch(`${room.baseUrl}/read?for=guest-kit`, { headers: { cookie } });
  assert.match(await again.text(), /data-invoice=/, 'the next one can be paid for');
});

test('a day pass opens the texts that cost no more', async () => {
  const { offers } = await challengeOf(textOf(other));
  assert.deepEqual(
    offers.map(({ resourceId, amountSats }) => [resourceId, amountSats]),
    [
      [`article:${other}`, 5],
      ['articles', 20],
    ],
  );
  const { payment_context_token } = await requested('articles');
  const { accessToken } = await verify({ payment_context_token });
  assert.equal((await get(textOf(other), `L402 ${accessToken}`)).status, 200);
  assert.equal(await refused(get(textOf(priced), `L402 ${accessToken}`)), 'other_resource');
});

const rewrite = (token: string, change: (bytes: Buffer) => void): string => {
  const [macaroon, preimage] = token.split(':') as [string, string];
  const bytes = Buffer.from(macaroon, 'base64');
  change(bytes);
  return `${bytes.toString('base64')}:${preimage}`;
};

test('tampered: a macaroon with any byte changed opens nothing', async () => {
  const { accessToken } = await bought();
  const { length } = Buffer.from(accessToken.split(':')[0]!, 'base64');
  for (let at = 0; at < length; at += 7) {
    const changed = rewrite(accessToken, (bytes) => (bytes[at]! ^= 1));
    const response = await get(textOf(priced), `L402 ${changed}`);
    // The location is no part of what is signed.
    if (response.status === 200) assert.ok(at < 40, String(at));
    else assert.equal(response.status, 402, String(at));
  }
});

test('widened caveats: an added caveat can only narrow', async () => {
  const { accessToken } = await bought();
  const [text, preimage] = accessToken.split(':') as [string, string];
  const added = (caveat: string) => {
    const macaroon = importMacaroon(new Uint8Array(Buffer.from(text, 'base64')));
    macaroon.addFirstPartyCaveat(caveat);
    return `L402 ${Buffer.from(macaroon.exportBinary()).toString('base64')}:${preimage}`;
  };
  assert.equal(await refused(get(textOf(other), added(`resource=article:${other}`))), 'other_resource');
  assert.equal(await refused(get(textOf(other), added('resource=articles'))), 'other_resource');
  assert.equal((await get(textOf(priced), added('expires_at=99999999999'))).status, 200);
  assert.equal(await refused(get(textOf(priced), added('expires_at=1000'))), 'expired');
  assert.equal(await refused(get(textOf(priced), added('admin=true'))), 'tampered');
});

test('forged root: a macaroon of another service with the same words opens nothing', async () => {
  const { accessToken } = await bought();
  const [text, preimage] = accessToken.split(':') as [string, string];
  const { identifier } = importMacaroon(new Uint8Array(Buffer.from(text, 'base64')));
  const forged = newMacaroon({ version: 2, rootKey: randomBytes(32), identifier, location: room.baseUrl });
  forged.addFirstPartyCaveat(`resource=article:${priced}`);
  const token = `${Buffer.from(forged.exportBinary()).toString('base64')}:${preimage}`;
  assert.equal(await refused(get(textOf(priced), `L402 ${token}`)), 'tampered');
});

test('wrong preimage, and no preimage: nothing opens', async () => {
  const { accessToken } = await bought();
  const [macaroon] = accessToken.split(':') as [string];
  assert.equal(await refused(get(textOf(priced), `L402 ${macaroon}:${'00'.repeat(32)}`)), 'wrong_preimage');
  for (const token of [macaroon, `${macaroon}:`, 'abc', `:${'00'.repeat(32)}`, `${'A'.repeat(4000)}:x`])
    assert.equal(await refused(get(textOf(priced), `L402 ${token}`)), 'malformed');
  assert.equal(await refused(get(textOf(priced), 'L402')), 'malformed');
});

test('replayed, and double claim at once: one payment gives one token', async () => {
  const { payment_context_token, paymentHash } = await requested();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => postJson(room, '/api/l402/verify', { paymentHash })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400, 400, 400, 400]);
  assert.equal(await refused(postJson(room, '/api/l402/verify', { paymentHash })), 'already_claimed');
  const own = await Promise.all(Array.from({ length: 4 }, () => verify({ payment_context_token })));
  assert.equal(new Set(own.map(({ accessToken }) => accessToken)).size, 1);
});

test('a token that was used is not given out for its payment hash', async () => {
  const { payment_context_token, paymentHash } = await requested();
  await verify({ payment_context_token });
  assert.equal(await refused(postJson(room, '/api/l402/verify', { paymentHash })), 'already_claimed');
});

test('verify and payment-request distinguish unknown, tampered and missing values', async () => {
  const token = (await requested()).payment_context_token;
  const flipped = `${token.slice(0, 50)}${token[50] === 'A' ? 'B' : 'A'}${token.slice(51)}`;
  for (const path of ['/api/l402/verify', '/api/l402/payment-request']) {
    assert.equal(await refused(postJson(room, path, { payment_context_token: 'nothing' })), 'unknown');
    assert.equal(await refused(postJson(room, path, { payment_context_token: flipped })), 'tampered');
    assert.equal((await postJson(room, path, {})).status, 400);
    assert.equal((await postJson(room, path, { payment_context_token: 7 })).status, 400);
  }
  assert.equal(await refused(postJson(room, '/api/l402/verify', { paymentHash: 'ab'.repeat(32) })), 'unknown');
  for (const resourceId of ['content-index', 'article:none-00000000', 'toString', 'x'])
    assert.equal(await refused(postJson(room, '/api/l402/payment-request', { resourceId })), 'not_paywalled');
  const again = await postJson(room, '/api/l402/payment-request', { payment_context_token: token });
  assert.equal(((await again.json()) as { payment_context_token: string }).payment_context_token, token);
});

test('a payment request that is sent again with its Idempotency-Key opens no second invoice', async () => {
  const ask = (resourceId: string, key: string) =>
    postJson(room, '/api/l402/payment-request', { resourceId }, { 'idempotency-key': key });
  const invoice = async (answer: Response) => ((await answer.json()) as { invoice: string }).invoice;
  const first = await invoice(await ask('guest-kit', 'k1'));
  assert.equal(await invoice(await ask('guest-kit', 'k1')), first);
  assert.notEqual(await invoice(await ask('guest-kit', 'k2')), first, 'many may be behind an address');
  assert.equal((await ask(`article:${priced}`, 'k1')).status, 422);
  const atOnce = await Promise.all(Array.from({ length: 6 }, () => ask('guest-kit', 'k3')));
  assert.deepEqual(new Set(atOnce.map(({ status }) => status)).difference(new Set([200, 409])).size, 0);
  const opened = await Promise.all(atOnce.filter(({ ok }) => ok).map(invoice));
  assert.equal(new Set(opened).size, 1);
});

test('a recording costs its minutes, for programs and on a page without scripts; what leads to nothing is refused before a payment', async () => {
  const sourceUrl = 'https://example.org/a.mp3';
  const ask = (body: object, accessToken?: string) =>
    postJson(room, '/api/agent/transcribe', body, accessToken ? { authorization: `L402 ${accessToken}` } : {});
  const challenge = (await (await ask({ sourceUrl })).json()) as PaymentRequired & { offers: { maxMinutes: number }[] };
  assert.deepEqual(challenge.error.details, { resourceId: 'transcribe', amountSats: 42 });
  assert.equal(challenge.offers[0]!.maxMinutes, 21);
  for (const body of [
    { sourceUrl: 'https://media.example/x.mp3', language: 'xx' },
    { sourceUrl: 'http://127.0.0.1/x.mp3' },
  ])
    assert.equal((await ask(body)).status, 400);
  const few = await verify({
    payment_context_token: (await requested('transcribe', { maxMinutes: 20 })).payment_context_token,
  });
  const longer = (await (await ask({ sourceUrl }, few.accessToken)).json()) as PaymentRequired;
  assert.deepEqual([longer.error.details!.maximumMinutes, longer.error.details!.durationMinutes], [20, 21]);

  const page = async (path: string) => (await get(path)).text();
  assert.match(await page('/read?for=transcribe'), /name="sourceUrl".*name="maxMinutes"/s);
  const refused = await page('/read?for=transcribe&sourceUrl=http%3A%2F%2F127.0.0.1%2Fx.mp3&maxMinutes=1');
  assert.match(refused, /role="alert"/);
  const sold = await page(`/read?for=transcribe&maxMinutes=21&sourceUrl=${encodeURIComponent(sourceUrl)}`);
  assert.match(sold, /42 sats.*href="lightning:/s);
  const done = /data-done="([^"]+)"/.exec(sold)![1]!.replaceAll('&#38;', '&').replaceAll('&amp;', '&');
  await assertNothingDone(done);
  await until(async () => (await page(done)).includes('The gauge house stood empty.'), 'the text is shown');
});

test('a payment survives a kill of the sidecar', async () => {
  const { payment_context_token } = await requested();
  const before = await bought();
  await room.restart('SIGKILL');
  const { accessToken } = await verify({ payment_context_token });
  for (const token of [accessToken, before.accessToken])
    assert.equal((await get(textOf(priced), `L402 ${token}`)).status, 200);
});

test('sandbox needs no payment, and what does not exist has no price', async () => {
  assert.equal((await get('/api/agent/profile?sandbox=1')).status, 200);
  assert.equal((await get(textOf('nothing-00000000'))).status, 404);
});
