// L402 clients from the field, unchanged, against the running room and a wallet that is not the room's own.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fetch402, fetchWithL402, fetchWithMpp, fetchWithX402 } from '@getalby/lightning-tools/402';
import { Role } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import { NWCClient } from '@getalby/sdk/nwc';
import type { AxiosStatic } from 'axios';
import { MemoryTokenStore, PaymentResult, setupL402Interceptor, Wallet } from 'l402';
import { idOf, pricedText, testContent } from './content.ts';
import { manyRequests, postJson, type RoomProcess, startRoomProcess } from './room.ts';
import { until } from './until.ts';
import { fetchWithUsdc } from './usdc.ts';
import { countingPayer, type LightningWallet, startWallet } from './wallet.ts';

/** The axios that the client l402 brings. */
const axios = createRequire(import.meta.resolve('l402'))('axios') as AxiosStatic;

const id = idOf('priced', 10);
const path = `/api/article/${id}/markdown`;
let wallet: LightningWallet;
let room: RoomProcess;
before(async () => {
  wallet = await startWallet();
  const settings = {
    WALLET: 'nwc',
    NWC_URL: wallet.nwcUrl,
    RATES: manyRequests,
    ALLOWED_HOSTS: new URL(wallet.url).host,
  };
  // 21 sats are 12,600 millionths.
  const usdc = { facilitator: wallet.url, payTo: `0x${'a1'.repeat(20)}`, perBitcoin: 60_000 };
  const access = { enabled: true, prices: { [`article:${id}`]: 21 }, dayPassSats: 25, usdc, tips: { name: 'mara' } };
  room = await startRoomProcess(await testContent({ 'access.json': JSON.stringify(access) }), settings);
});
after(async () => {
  await room.stop();
  await wallet.stop();
});

interface Challenged {
  payment_context_token: string;
  tiers: { id: string; invoice: string; wallet?: string }[];
}
const challenge = async (): Promise<Challenged> => (await (await fetch(room.baseUrl + path)).json()) as Challenged;
const verify = (payment_context_token: string) => postJson(room, '/api/l402/verify', { payment_context_token });
const reasonOf = async (response: Response) =>
  ((await response.json()) as { error: { details: { reason: string } } }).error.details.reason;

test('fetch402 of lightning-tools pays over Nostr Wallet Connect and gets the text', async () => {
  const payer = new NWCClient({ nostrWalletConnectUrl: wallet.nwcUrl });
  try {
    const response = await fetch402(room.baseUrl + path, {}, { wallet: payer });
    assert.equal(response.status, 200);
    assert.ok((await response.text()).includes(pricedText));
  } finally {
    payer.close();
  }
});

test('fetchWithL402 of lightning-tools pays once and gets the text', async () => {
  const { counted, payer } = countingPayer(wallet);
  const response = await fetchWithL402(room.baseUrl + path, {}, { wallet: payer });
  assert.equal(response.status, 200);
  assert.ok((await response.text()).includes(pricedText));
  assert.equal(counted.paid, 1);
});

test('fetchWithMpp of lightning-tools, which reads the first challenge alone, pays once where it asks for it', async () => {
  const { counted, payer } = countingPayer(wallet);
  const headers = { 'Accept-Payment': 'lightning/charge' };
  const response = await fetchWithMpp(room.baseUrl + path, { headers }, { wallet: payer });
  assert.equal(response.status, 200);
  assert.ok((await response.text()).includes(pricedText));
  assert.equal(counted.paid, 1);
});

test('fetchWithX402 of lightning-tools pays the invoice once, and its receipt names the payment', async () => {
  const { counted, payer } = countingPayer(wallet);
  const response = await fetchWithX402(room.baseUrl + path, {}, { wallet: payer as never });
  assert.equal(response.status, 200, await response.clone().text());
  assert.ok((await response.text()).includes(pricedText));
  assert.equal(counted.paid, 1);
  const receipt = JSON.parse(atob(response.headers.get('payment-response')!)) as { success: boolean };
  assert.equal(receipt.success, true);
});

/** The parameters of the challenge of MPP, which stands behind the one of L402. */
async function paymentChallenge(): Promise<Record<string, string>> {
  const header = (await fetch(room.baseUrl + path)).headers.get('www-authenticate')!;
  assert.ok(header.startsWith('L402 '));
  const parameters = header.slice(header.indexOf('Payment ')).matchAll(/(\w+)="([^"]*)"/g);
  return Object.fromEntries([...parameters].map(([, name, value]) => [name, value])) as Record<string, string>;
}

test('the Payment scheme of MPP pays the same invoice; unpaid, changed or without proof it is 402', async () => {
  const said = await paymentChallenge();
  assert.deepEqual([said.method, said.intent], ['lightning', 'charge']);
  const { methodDetails, amount } = JSON.parse(Buffer.from(said.request!, 'base64url').toString()) as {
    amount: string;
    methodDetails: { invoice: string };
  };
  assert.equal(amount, '21');
  const ask = (preimage: string, id = said.id) => {
    const credential = Buffer.from(JSON.stringify({ challenge: { ...said, id }, payload: { preimage } }));
    return fetch(room.baseUrl + path, { headers: { authorization: `Payment ${credential.toString('base64url')}` } });
  };
  assert.equal((await ask('ab'.repeat(32))).status, 402);
  const preimage = await wallet.pay(methodDetails.invoice);
  const response = await ask(preimage);
  assert.equal(response.status, 200);
  assert.ok(response.headers.get('payment-receipt') && (await response.text()).includes(pricedText));
  assert.equal((await ask(preimage, 'changed')).status, 402);
  assert.equal((await fetch(room.baseUrl + path, { headers: { authorization: 'Payment nothing' } })).status, 402);
});

test('over MCP alone: the tools give invoice and token, and the token in _meta opens the text', async () => {
  const call = async (name: string, args: object, _meta?: object) => {
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, ...(_meta && { _meta }) },
    };
    const accept = { accept: 'application/json, text/event-stream' };
    const text = await (await postJson(room, '/api/mcp', body, accept)).text();
    return JSON.parse(/\{.*\}/s.exec(text)![0]) as {
      result: { isError?: boolean; structuredContent: Record<string, string> };
    };
  };
  assert.equal((await call('get_article', { id })).result.isError, true);
  const { result } = await call('request_payment', { resourceId: `article:${id}` });
  const { payment_context_token, invoice } = result.structuredContent;
  await wallet.pay(invoice!);
  const { accessToken } = (await call('verify_payment', { payment_context_token })).result.structuredContent;
  const opened = await call('get_article', { id }, { authorization: `L402 ${accessToken}` });
  assert.ok(JSON.stringify(opened).includes(pricedText), JSON.stringify(opened).slice(0, 300));
});

test('the l402 interceptor for axios pays once for several requests', async () => {
  let paid = 0;
  class Payer extends Wallet {
    async payInvoice(invoice: string) {
      paid++;
      return new PaymentResult(await wallet.pay(invoice), true);
    }
  }
  const client = axios.create({ baseURL: room.baseUrl });
  setupL402Interceptor(client as never, new Payer(), new MemoryTokenStore());
  for (const _ of [1, 2]) {
    const { status, data } = await client.get<string>(path);
    assert.equal(status, 200);
    assert.ok(data.includes(pricedText));
  }
  assert.equal(paid, 1);
});

test('unpaid: neither verify nor a guessed preimage gives anything, until the invoice is paid', async () => {
  const { payment_context_token, tiers } = await challenge();
  assert.equal(tiers[0]!.wallet, undefined);
  assert.equal(await reasonOf(await verify(payment_context_token)), 'unpaid');
  await wallet.pay(tiers[0]!.invoice);
  await until(async () => (await verify(payment_context_token)).status === 200, 'the payment is seen');
});

test('each list says what a text costs', async () => {
  const lists = [
    'content-index',
    'content-index?limit=50',
    'content-index/bundle',
    'articles',
    'articles?limit=50',
    'search?q=priced',
    'show-prep?showUrl=https://show.example/&topic=priced',
    'changes',
  ];
  for (const list of lists) {
    const text = await (await fetch(`${room.baseUrl}/api/agent/${list}`)).text();
    const found = text.split(`"id":"${id}"`).slice(1);
    assert.ok(found.length > 0, `${list}: ${text.slice(0, 200)}`);
    const access = `"access":{"resourceId":"article:${id}","amountSats":21}`;
    assert.ok(
      found.some((rest) => rest.includes(access)),
      `${list}: ${found[0]!.slice(0, 300)}`,
    );
  }
});

/** Follows no redirect, and keeps its cookies. */
function browser() {
  const jar = new Map<string, string>();
  return async (address: string) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(address, room.baseUrl), { redirect: 'manual', headers: { cookie } });
    for (const [, name, value] of response.headers.getSetCookie().map((one) => /^([\w-]+)=([^;]*)/.exec(one)!))
      jar.set(name!, value!);
    return { response, html: await response.text() };
  };
}

test('a visitor who reports a tip as paid too early sees its invoice again', async () => {
  const { html } = await browser()('/read?for=tip&sats=7');
  const early = await browser()(/data-done="([^"]+)"/.exec(html)![1]!.replaceAll('&#38;', '&'));
  assert.ok(early.html.includes('has not arrived') && early.html.includes(/lightning:(lnbc[^"]+)"/.exec(html)![1]!));
});

test('people pay without scripts: button, code, text; a cookie in this browser, a link in another, nothing for a third', async () => {
  const reader = browser();
  const second = browser();
  const third = browser();
  const { html: article } = await reader(`/articles/${id}`);
  const href = /href="(\/read\?for=[^"]+)"/.exec(article)?.[1];
  assert.ok(href && article.includes('Read for 21 sats'), article.slice(0, 200));
  const { response, html } = await reader(href);
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
  const invoice = /href="lightning:(lnbc[^"]+)"/.exec(html)![1]!;
  assert.ok(html.includes('<svg') && !html.includes(pricedText));
  const done = /data-done="([^"]+)"/.exec(html)![1]!.replaceAll('&#38;', '&');
  const early = await reader(done);
  assert.ok(early.html.includes('has not arrived') && early.html.includes(invoice));
  assert.ok(!(await third(href)).html.includes(invoice), 'an invoice is of one browser');
  await wallet.pay(invoice);
  await until(async () => (await reader(done)).response.status === 303, 'the payment is seen');
  const text = await reader(href);
  assert.ok(text.html.includes(pricedText), text.html.slice(0, 300));
  const kept = /href="([^"]+payment=[^"]+)"/.exec(text.html)![1]!.replaceAll('&#38;', '&');
  assert.equal((await second(kept)).response.headers.get('location'), href);
  assert.ok((await second(href)).html.includes(pricedText));
  const refused = await third(href);
  assert.ok(!refused.html.includes(pricedText) && refused.html.includes('lightning:'));
  assert.equal((await third('/read?for=article:none-00000000')).response.status, 404);
  assert.equal((await third(`${href}&payment=${'x'.repeat(86)}`)).response.status, 404);
});

test('a wallet that is down: 500 in the envelope, nothing granted, nothing lost', async () => {
  const { payment_context_token, tiers } = await challenge();
  const dayPass = () => postJson(room, '/api/l402/payment-request', { resourceId: 'articles' });
  await wallet.down(true);
  // Paid right away, so that no notification reaches the room.
  await wallet.pay(tiers[0]!.invoice);
  try {
    for (const response of [await dayPass(), await verify(payment_context_token)]) {
      const { error } = (await response.json()) as { error: { code: string; details: { requestId: string } } };
      assert.deepEqual(
        [response.status, error.code, response.headers.get('retry-after')],
        [500, 'internal_error', '10'],
      );
      assert.ok(error.details.requestId);
    }
    assert.equal((await challenge()).payment_context_token, undefined, 'nothing can be paid');
    assert.equal((await browser()(`/read?for=article:${id}`)).response.status, 503);
  } finally {
    await wallet.down(false);
  }
  await until(async () => (await verify(payment_context_token)).status === 200, 'the payment is seen');
  const { payment_context_token: unpaid } = (await (await dayPass()).json()) as Challenged;
  assert.equal(await reasonOf(await verify(unpaid)), 'unpaid');
});

test('paid, and the sidecar killed before anyone asked: a token of the client’s own making holds', async () => {
  const challenged = await fetch(room.baseUrl + path);
  const macaroon = /macaroon="([^"]+)"/.exec(challenged.headers.get('www-authenticate')!)![1]!;
  const { tiers, payment_context_token } = (await challenged.json()) as Challenged;
  const preimage = await wallet.pay(tiers[0]!.invoice);
  await room.restart('SIGKILL');
  const authorization = `L402 ${macaroon}:${preimage}`;
  const read = () => fetch(room.baseUrl + path, { headers: { authorization } });
  // A wallet that is slow to connect counts as down.
  await until(async () => (await read()).status === 200, 'the token holds');
  const { accessToken } = (await (await verify(payment_context_token)).json()) as { accessToken: string };
  assert.equal(accessToken, `${macaroon}:${preimage}`);
});

test('the official x402 client pays USDC through a facilitator; a signature counts once, and for what it was signed', async () => {
  const { response, signature } = await fetchWithUsdc(room.baseUrl + path);
  assert.equal(response.status, 200, await response.clone().text());
  assert.ok((await response.text()).includes(pricedText));
  const receipt = JSON.parse(atob(response.headers.get('payment-response')!)) as Record<string, string>;
  assert.deepEqual([receipt.network, receipt.transaction!.slice(0, 2)], ['eip155:8453', '0x']);
  const send = (header: string, at = path) =>
    fetch(room.baseUrl + at, { headers: { 'payment-signature': header } }).then(({ status }) => status);
  assert.deepEqual(await Promise.all([send(signature), send(signature)]), [200, 200]);
  assert.deepEqual(await wallet.lose(true), ['12600']);
  const lost = await fetchWithUsdc(room.baseUrl + path);
  assert.equal(lost.response.status, 500);
  await wallet.lose(false);
  assert.equal(await send(lost.signature), 200);
  const cheaper = JSON.parse(atob(signature)) as { accepted: { amount: string }; payload: object };
  const changed = { ...cheaper, accepted: { ...cheaper.accepted, amount: '1' } };
  for (const wrong of [changed, { ...cheaper, payload: {} }, {}])
    assert.equal(await send(btoa(JSON.stringify(wrong))), 402);
  assert.deepEqual(await wallet.lose(false), ['12600', '12600']);
});

test('over A2A alone: data of messages gives invoice and token, and the token in the metadata opens the text', async () => {
  const agent = await new ClientFactory().createFromUrl(room.baseUrl);
  let sent = 0;
  const say = async (value: object, metadata?: Record<string, unknown>) => {
    const message = {
      ...{ messageId: `a2a-${++sent}`, contextId: '', taskId: '', role: Role.ROLE_USER, metadata },
      parts: [{ content: { $case: 'data' as const, value }, metadata: undefined, filename: '', mediaType: '' }],
      ...{ extensions: [], referenceTaskIds: [] },
    };
    const answer = await agent.sendMessage({ tenant: '', message, configuration: undefined, metadata: undefined });
    const { parts } = answer as { parts: { content: { $case: string; value: Record<string, string> } }[] };
    return parts.find(({ content }) => content.$case === 'data')!.content.value;
  };
  await assert.rejects(say({ id }), new RegExp(`article:${id} requires payment: 21 sats`));
  const { payment_context_token, invoice } = await say({ resourceId: `article:${id}` });
  await wallet.pay(invoice!);
  const { accessToken } = await say({ payment_context_token });
  const authorization = `L402 ${accessToken}`;
  assert.ok(JSON.stringify(await say({ id }, { authorization })).includes(pricedText));
  await assert.rejects(say({ id }), /requires payment/);
});
