import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Invoice } from '@getalby/lightning-tools';
import { sha256 } from '#domain/ids.ts';
import { openOutgoing } from '#sidecar/outgoing/outgoing.ts';
import { every } from '#sidecar/jobs/scheduler.ts';
import { serve } from '#sidecar/outgoing/test-server.ts';
import { btcpayWallet } from './btcpay.ts';
import { clnWallet } from './cln.ts';
import { lnbitsWallet } from './lnbits.ts';
import { lndWallet } from './lnd.ts';
import { nwcWallet } from './nwc.ts';
import { retryingWallet } from './open.ts';
import { phoenixdWallet } from './phoenixd.ts';
import { startTestWallet, type TestWallet } from './test-wallet.ts';
import { type Wallet, WalletTrouble } from './wallet.ts';

const { send } = openOutgoing({ baseUrl: 'https://room.example', allowedHosts: [] });
let node: TestWallet;
before(async () => {
  node = await startTestWallet();
});
after(() => node.stop());

const wallets: Record<string, () => Wallet> = {
  LND: () => lndWallet({ ...node, cert: undefined }, send),
  phoenixd: () => phoenixdWallet(node, send),
  LNbits: () => lnbitsWallet(node, send),
  'Nostr Wallet Connect': () => nwcWallet(node.nwcUrl),
  'Core Lightning': () => clnWallet({ ...node, cert: undefined }, send),
  BTCPay: () => btcpayWallet(node, send),
};

const request = { amountMsat: 21_000, description: 'Test Publication: article:tide-0a1b2c3d', expirySec: 3600 };

for (const [name, open] of Object.entries(wallets)) {
  describe(name, () => {
    let wallet: Wallet;
    before(() => {
      wallet = open();
    });
    after(() => wallet.close());

    test('an invoice has the requested data and is open until it is paid', async () => {
      const { invoice, paymentHash } = await wallet.createInvoice(request);
      const read = new Invoice({ pr: invoice });
      assert.deepEqual(
        [read.satoshi, read.description, read.expiry, read.paymentHash],
        [21, request.description, 3600, paymentHash],
      );
      assert.deepEqual(await wallet.lookupInvoice(paymentHash), { state: 'open' });
      const preimage = await node.pay(invoice);
      const found = await wallet.lookupInvoice(paymentHash);
      assert.deepEqual(found.state === 'settled' && found.preimage, preimage);
      if (found.state === 'settled' && found.receivedMsat) assert.equal(found.receivedMsat, 21_000);
      assert.equal(sha256(Buffer.from(preimage, 'hex')), paymentHash);
    });

    test('received payments are listed since a time, without unpaid invoices', async () => {
      const paid = await wallet.createInvoice(request);
      const unpaid = await wallet.createInvoice(request);
      await node.pay(paid.invoice);
      const listed = await wallet.listReceived!(Date.now() - 60_000);
      const found = listed.filter(({ paymentHash }) => [paid, unpaid].some((one) => one.paymentHash === paymentHash));
      assert.deepEqual(
        found.map(({ paymentHash, amountMsat }) => [paymentHash, amountMsat]),
        [[paid.paymentHash, 21_000]],
      );
      assert.deepEqual(await wallet.listReceived!(Date.now() + 60_000), []);
    });

    test('an invoice can have the hash of its description', async () => {
      const description = '[["text/plain","For a creator"]]';
      const { invoice } = await wallet.createInvoice({ ...request, description, isHashed: true });
      assert.ok(invoice.includes(hashField(description)));
    });

    test('payments are reported if the wallet supports it', async (context) => {
      if (!wallet.listen) return context.skip('its API has none');
      const { promise, resolve } = Promise.withResolvers<string>();
      const end = wallet.listen!(resolve);
      const { invoice, paymentHash } = await wallet.createInvoice(request);
      // The stream may not be open yet, so payments are repeated until one is reported.
      const hashes = [paymentHash];
      await node.pay(invoice);
      const again = every(
        200,
        async () => {
          const more = await wallet.createInvoice(request);
          hashes.push(more.paymentHash);
          await node.pay(more.invoice);
        },
        () => {},
      );
      const told = await promise;
      await again();
      end();
      assert.ok(hashes.includes(told), told);
    });

    test('an invoice of another wallet is unknown', async () => {
      assert.deepEqual(await wallet.lookupInvoice('ab'.repeat(32)), { state: 'unknown' });
    });

    test('an outage is reported, and the wallet works again afterwards', async () => {
      const { invoice, paymentHash } = await wallet.createInvoice(request);
      await node.setDown(true);
      try {
        await assert.rejects(wallet.createInvoice(request), WalletTrouble);
        await assert.rejects(wallet.lookupInvoice(paymentHash), WalletTrouble);
      } finally {
        await node.setDown(false);
      }
      await node.pay(invoice);
      const back = retryingWallet(wallet);
      assert.equal((await back.lookupInvoice(paymentHash)).state, 'settled');
    });
  });
}

test('a preimage of zeros, as in LNbits before version 1, is ignored', async () => {
  await answering(200, JSON.stringify({ paid: true, preimage: '0'.repeat(64) }), async (url) => {
    const found = await lnbitsWallet({ url, key: 'k' }, send).lookupInvoice('ab'.repeat(32));
    assert.deepEqual(found, { state: 'settled', preimage: undefined });
  });
});

test('invoices have routing hints for private channels', async () => {
  const bodies: string[] = [];
  const { url, stop } = await serve((request, response) => {
    request.on('data', (data) => bodies.push(String(data))).on('end', () => response.end('{}'));
  });
  for (const wallet of [
    lndWallet({ url, macaroon: '02', cert: undefined }, send),
    btcpayWallet({ url, store: 's', key: 'k' }, send),
  ])
    await assert.rejects(wallet.createInvoice(request), WalletTrouble);
  await stop();
  assert.equal(JSON.parse(bodies[0]!).private, true);
  assert.equal(JSON.parse(bodies[1]!).privateRouteHints, true);
});

test('a long description is truncated for phoenixd', async () => {
  const { invoice } = await phoenixdWallet(node, send).createInvoice({ ...request, description: 'x'.repeat(200) });
  assert.equal(new Invoice({ pr: invoice }).description, 'x'.repeat(128));
});

test('a refused credential is reported without the credential and URL', async () => {
  const secret = 'f00dfeed';
  const wrong = [
    lndWallet({ url: node.url, macaroon: secret, cert: undefined }, send),
    phoenixdWallet({ url: node.url, password: secret }, send),
    lnbitsWallet({ url: node.url, key: secret }, send),
    clnWallet({ url: node.url, rune: secret, cert: undefined }, send),
    btcpayWallet({ url: node.url, store: node.store, key: secret }, send),
  ];
  for (const wallet of wrong) {
    await assert.rejects(wallet.createInvoice(request), (error: Error) => {
      assert.ok(error instanceof WalletTrouble);
      assert.match(error.message, /credential/);
      assert.ok(!error.message.includes(secret) && !error.message.includes(node.url));
      return true;
    });
  }
});

/** Encodes field h of BOLT 11: its letter, the length 52, and the SHA-256 in groups of five bits. */
function hashField(description: string): string {
  const bits = [...Buffer.from(sha256(description), 'hex')].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const words = bits.padEnd(260, '0').match(/.{5}/g)!;
  return `hp5${words.map((word) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'[Number.parseInt(word, 2)]).join('')}`;
}

/** Sends the same answer to every request. */
async function answering(status: number, text: string, use: (url: string) => Promise<void>): Promise<void> {
  const { url, stop } = await serve((_, response) => response.writeHead(status, { location: node.url }).end(text));
  await use(url).finally(stop);
}

test('lying wallet: invalid, oversized, error and redirect answers grant nothing', async () => {
  const hash = 'ab'.repeat(32);
  const answers: [number, string][] = [
    [200, '{}'],
    [200, 'not json'],
    [200, '{"payment_hash": 7, "bolt11": "x"}'],
    [200, 'x'.repeat(300_000)],
    [302, ''],
    [500, '{"detail": "boom"}'],
  ];
  for (const [status, text] of answers) {
    await answering(status, text, async (url) => {
      const wallet = lnbitsWallet({ url, key: 'k' }, send);
      await assert.rejects(wallet.createInvoice(request), WalletTrouble, text.slice(0, 20));
      const found = await wallet.lookupInvoice(hash).catch((error: unknown) => error);
      assert.ok(found instanceof WalletTrouble || (found as { state: string }).state === 'open', text.slice(0, 20));
    });
  }
});

test('a wallet that does not answer is retried a limited number of times', async () => {
  let calls = 0;
  const failing = (times: number): Wallet => ({
    ...lnbitsWallet({ url: 'http://127.0.0.1:1', key: '' }, send),
    lookupInvoice: async () => {
      if (++calls <= times) throw new WalletTrouble('down');
      return { state: 'open' };
    },
  });
  assert.deepEqual(await retryingWallet(failing(2), [1, 1]).lookupInvoice(''), { state: 'open' });
  calls = 0;
  await assert.rejects(retryingWallet(failing(9), [1, 1]).lookupInvoice(''), /down/);
  assert.equal(calls, 3);
});
