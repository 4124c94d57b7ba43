// Tests a change between two wallets of each kind.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dayMs } from '#domain/instants.ts';
import { openOutgoing } from '#sidecar/outgoing/outgoing.ts';
import type { WalletSettings } from '#sidecar/settings/wallet-settings.ts';
import { sqliteStore } from '#sidecar/storage/test-stores.ts';
import { compareNextInvoice } from '../compare.ts';
import { findInvoice, openInvoice } from '../invoices.ts';
import { settleInvoice, settleDueInvoices } from '../settle.ts';
import { earlierWallets } from './earlier.ts';
import { openWallet, walletId } from './open.ts';
import { startTestWallet, type TestWallet } from './test-wallet.ts';
import type { Wallet } from './wallet.ts';

const { send } = openOutgoing({ baseUrl: 'https://room.example', allowedHosts: [] });
const kinds: Record<string, (node: TestWallet) => WalletSettings> = {
  nwc: ({ nwcUrl }) => ({ kind: 'nwc', url: nwcUrl }),
  lnd: ({ url, macaroon }) => ({ kind: 'lnd', url, macaroon, certFile: undefined }),
  phoenixd: ({ url, password }) => ({ kind: 'phoenixd', url, password }),
  lnbits: ({ url, key }) => ({ kind: 'lnbits', url, key }),
  cln: ({ url, rune }) => ({ kind: 'cln', url, rune, certFile: undefined }),
  btcpay: ({ url, store, key }) => ({ kind: 'btcpay', url, store, key }),
};

describe('after a change to another wallet of the same kind', () => {
  const store = sqliteStore();
  let nodes: [TestWallet, TestWallet];
  before(async () => {
    nodes = await Promise.all([startTestWallet(), startTestWallet()]);
  });
  after(() => Promise.all(nodes.map(({ stop }) => stop())));

  const clock = { now: Date.now() };
  /** Starts the wallets of a room with the given settings. */
  function start(settings: WalletSettings) {
    const { db } = store();
    // The long timeout prevents failures on a busy machine.
    const deps = { db, now: () => clock.now, send, timeoutMs: 60_000 };
    const wallet = openWallet(settings, deps);
    const earlier = earlierWallets(settings, deps);
    const end = () => [wallet, earlier].forEach((one: Pick<Wallet, 'close'>) => one.close());
    return { db, wallet, earlier, now: deps.now, findEarlierWallet: earlier.find, end };
  }
  const details = { resourceId: 'guest-kit', amountSats: 21, description: 'A guest kit' };
  const storedSettings = async () => {
    const rows = await store().db.selectFrom('walletSettings').selectAll().execute();
    return { ids: rows.map(({ walletId }) => walletId), values: rows.map(({ sealed }) => sealed).join() };
  };

  for (const [kind, settingsOf] of Object.entries(kinds)) {
    test(`${kind}: open invoices are settled by their wallet, whose settings are then deleted`, async () => {
      clock.now = Date.now();
      const [one, other] = nodes.map(settingsOf) as [WalletSettings, WalletSettings];
      const first = start(one);
      await first.earlier.storeSettings();
      const invoice = await openInvoice(first.db, first.wallet, details, clock.now);
      assert.ok(!(await storedSettings()).values.includes('://'), 'nobody reads a secret in the table');
      first.end();
      await nodes[0].pay(invoice.invoice);

      const second = start(other);
      await second.earlier.storeSettings();
      const own = await openInvoice(second.db, second.wallet, details, clock.now);
      await nodes[1].pay(own.invoice);
      clock.now += 11_000;
      assert.equal(await settleDueInvoices(second), 2);
      assert.equal((await findInvoice(second.db, invoice))?.state, 'settled');

      clock.now += dayMs;
      await second.earlier.storeSettings();
      assert.deepEqual(
        (await storedSettings()).ids.toSorted(),
        [walletId(one), walletId(other)].toSorted(),
        'not compared yet',
      );
      while (await compareNextInvoice(second));
      await second.earlier.storeSettings();
      assert.deepEqual((await storedSettings()).ids, [walletId(other)]);
      second.end();
    });
  }

  test('an earlier wallet that is down is reported and does not delay payments to the current one', async () => {
    clock.now = Date.now();
    const [one, other] = nodes.map(kinds.lnbits!) as [WalletSettings, WalletSettings];
    const first = start(one);
    await first.earlier.storeSettings();
    const invoice = await openInvoice(first.db, first.wallet, details, clock.now - 1);
    first.end();
    await nodes[0].setDown(true);
    const second = start(other);
    const own = await openInvoice(second.db, second.wallet, details, clock.now);
    await nodes[1].pay(own.invoice);
    clock.now += 11_000;
    await assert.rejects(settleDueInvoices(second), /wallet lnbits that issued an invoice does not answer/);
    assert.equal((await findInvoice(second.db, own))?.state, 'settled');
    assert.equal(second.earlier.downSince(), clock.now);
    await nodes[0].setDown(false);
    second.end();

    const third = start(other);
    await nodes[0].pay(invoice.invoice);
    assert.equal(await settleInvoice(third, invoice, 'request'), 'settled', 'as soon as it answers');
    third.end();
  });

  test('a wallet with new permissions or a new address stays the same wallet', async () => {
    clock.now = Date.now();
    const [{ nwcUrl }] = nodes;
    const again = nwcUrl.replace(/secret=[\da-f]+/, `secret=${'ab'.repeat(32)}`);
    assert.equal(walletId({ kind: 'nwc', url: nwcUrl }), walletId({ kind: 'nwc', url: again }));
    const { url, key } = nodes[0];
    const settings = { kind: 'lnbits' as const, url, key };
    const first = start(settings);
    const invoice = await openInvoice(first.db, first.wallet, details, clock.now);
    await nodes[0].pay(invoice.invoice);
    first.end();
    const moved = start({ ...settings, url: url.replace('127.0.0.1', 'localhost') });
    assert.equal(await settleInvoice(moved, invoice, 'request'), 'settled');
    moved.end();
  });
});
