// L402 clients from the field, unchanged, against the running room and a wallet that is not the room's own.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fetch402, fetchWithL402 } from '@getalby/lightning-tools/402';
import { NWCClient } from '@getalby/sdk/nwc';
import type { AxiosStatic } from 'axios';
import { MemoryTokenStore, PaymentResult, setupL402Interceptor, Wallet } from 'l402';
import { idOf, pricedText, testContent } from './content.ts';
import { manyRequests, postJson, type RunningRoom, startRoom } from './room.ts';
import { until } from './until.ts';
import { type LightningWallet, startWallet } from './wallet.ts';

/** The axios that the client l402 brings. */
const axios = createRequire(import.meta.resolve('l402'))('axios') as AxiosStatic;

const id = idOf('priced', 10);
const path = `/api/article/${id}/markdown`;
let wallet: LightningWallet;
let room: RunningRoom;
before(async () => {
  wallet = await startWallet();
  const settings = { WALLET: 'nwc', NWC_URL: wallet.nwcUrl, RATES: manyRequests };
  room = await startRoom(await testContent(), settings);
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
  let paid = 0;
  const payer = {
    payInvoice: async ({ invoice }: { invoice: string }) => {
      paid++;
      return { preimage: await wallet.pay(invoice) };
    },
  };
  const response = await fetchWithL402(room.baseUrl + path, {}, { wallet: payer });
  assert.equal(response.status, 200);
  assert.ok((await response.text()).includes(pricedText));
  assert.equal(paid, 1);
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
  assert.equal((await verify(payment_context_token)).status, 200);
});

test('a wallet that is down: 500 in the envelope, nothing granted, nothing lost', async () => {
  const { payment_context_token, tiers } = await challenge();
  const dayPass = () => postJson(room, '/api/l402/payment-request', { resourceId: 'articles' });
  await wallet.pay(tiers[0]!.invoice);
  await wallet.down(true);
  try {
    for (const response of [await dayPass(), await verify(payment_context_token)]) {
      const { error } = (await response.json()) as { error: { code: string; details: { requestId: string } } };
      assert.deepEqual([response.status, error.code], [500, 'internal_error']);
      assert.ok(error.details.requestId);
    }
    assert.equal((await challenge()).payment_context_token, payment_context_token, 'an open invoice needs no wallet');
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
  assert.equal((await fetch(room.baseUrl + path, { headers: { authorization } })).status, 200);
  const { accessToken } = (await (await verify(payment_context_token)).json()) as { accessToken: string };
  assert.equal(accessToken, `${macaroon}:${preimage}`);
});
