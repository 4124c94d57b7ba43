import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import type { OutgoingResponse, Send } from '../../outgoing/outgoing.ts';
import type { Db } from '../../storage/store.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { isWalletTested, selectSellablePrices, walletTester } from './live-prices.ts';
import { createMemoryWallet, openTestPayment } from './test-payments.ts';
import { noWallet } from './wallets/none.ts';
import type { Wallet } from './wallets/wallet.ts';
import { secretReader } from './secret.ts';

const file = { enabled: true, prices: { articles: 5 } };
const more = { enabled: true, prices: { articles: 6, 'guest-kit': 9 } };
const now = 1_800_000_000_000;

const noSend: Send = async () => {
  throw new Error('closed');
};
const sell = (db: Db, wallet: Wallet, access: AccessFile, send = noSend) =>
  selectSellablePrices({ db, wallet, send }, access);

onBothStores('prices and the wallet', (open) => {
  const fresh = async () => {
    const { db } = open();
    for (const table of ['walletState', 'invoices'] as const) await db.deleteFrom(table).execute();
    const walletAt = (id: string) => {
      const memory = createMemoryWallet();
      return { down: memory.setDown, wallet: { ...memory.wallet, id }, memory };
    };
    return { db, walletAt };
  };

  test('new prices need a wallet that has answered, and a later outage does not change them', async () => {
    const { db, walletAt } = await fresh();
    const { wallet, down } = walletAt('one');
    assert.equal((await sell(db, noWallet, file)).enabled, false);
    down(true);
    assert.equal((await sell(db, wallet, file)).enabled, false);
    down(false);
    assert.deepEqual(await sell(db, wallet, file), file);
    down(true);
    assert.deepEqual(await sell(db, wallet, more), more);
  });

  test('after a change or loss of the wallet live prices stay and new ones wait', async () => {
    const { db, walletAt } = await fresh();
    await sell(db, walletAt('one').wallet, file);
    const { wallet, down } = walletAt('two');
    down(true);
    for (const one of [wallet, noWallet]) {
      const { enabled, prices } = await sell(db, one, more);
      assert.deepEqual([enabled, prices], [true, { articles: 6 }]);
    }
    down(false);
    assert.deepEqual(await sell(db, wallet, more), more);
  });

  test('prices of the development wallet are not live with another one until it answers', async () => {
    const { db, walletAt } = await fresh();
    const development = { ...walletAt('one').wallet, id: undefined, name: 'development' as const };
    assert.deepEqual(await sell(db, development, file), file);
    assert.equal((await sell(db, noWallet, file)).enabled, false);
  });

  test('a wallet with invoices of an earlier version needs no test', async () => {
    const { db, walletAt } = await fresh();
    const { wallet, down, memory } = walletAt('old');
    await openTestPayment(db, { ...memory, wallet }, await secretReader(db)(), 'articles', now);
    down(true);
    assert.deepEqual(await sell(db, wallet, file), file);
  });

  test('the room tests its wallet until it answers and then requests one build', async () => {
    const { db, walletAt } = await fresh();
    const { wallet, down } = walletAt('one');
    let builds = 0;
    const look = walletTester({
      db,
      wallet,
      send: noSend,
      readAccess: async () => file,
      requestBuild: async () => void builds++,
    });
    down(true);
    await assert.rejects(look(), /down/);
    down(false);
    assert.deepEqual([builds, await isWalletTested(db, wallet)], [0, false]);
    await look();
    down(true);
    await look();
    assert.deepEqual([builds, await isWalletTested(db, wallet)], [1, true]);
  });

  const usdc = { facilitator: 'https://facilitator.example', payTo: `0x${'b2'.repeat(20)}`, perBitcoin: 60_000 };
  const inUsdc = { ...file, usdc };
  /** Creates a facilitator with an answer for each path. Other paths break the connection. */
  const facilitator =
    (answers: Record<string, [status: number, body: object]>): Send =>
    async (address) => {
      const [status, body] = answers[new URL(address).pathname] ?? [];
      if (status === undefined) throw new Error('closed');
      return { status, headers: {}, body: Buffer.from(JSON.stringify(body)), address } as unknown as OutgoingResponse;
    };
  const kind = (network: string) => ({ kinds: [{ x402Version: 2, scheme: 'exact', network }] });
  const working = facilitator({ '/supported': [200, kind('eip155:8453')] });

  test('a room without a Lightning wallet sells in USDC after its facilitator has answered, also during outages', async () => {
    const answersTests: [says: string, send: Send, sells: boolean][] = [
      ['nothing', noSend, false],
      ['an error', facilitator({ '/supported': [502, {}] }), false],
      ['another network', facilitator({ '/supported': [200, kind('eip155:84532')] }), false],
      ['the page of another server', facilitator({ '/supported': [404, {}], '/verify': [404, {}] }), false],
      [
        'a verdict, without a list',
        facilitator({ '/supported': [404, {}], '/verify': [200, { isValid: false }] }),
        true,
      ],
      ['a list', working, true],
    ];
    for (const [says, send, sells] of answersTests) {
      const { db } = await fresh();
      assert.equal((await sell(db, noWallet, inUsdc, send)).enabled, sells, says);
      assert.equal((await sell(db, noWallet, inUsdc)).enabled, sells, `${says}, then an outage`);
    }
  });

  test('new prices wait for a new facilitator; tips and a failing wallet do not depend on it', async () => {
    const { db, walletAt } = await fresh();
    const tips = { name: 'mara' };
    assert.deepEqual(await sell(db, noWallet, { ...inUsdc, tips }, working), inUsdc);
    const other = { ...inUsdc, ...more, usdc: { ...usdc, facilitator: 'https://other.example' } };
    assert.deepEqual((await sell(db, noWallet, other)).prices, { articles: 6 });
    const { wallet, down } = walletAt('one');
    down(true);
    assert.deepEqual((await sell(db, wallet, other, working)).prices, { articles: 6 });
  });

  test('the room tests a facilitator that is added later', async () => {
    const { db } = await fresh();
    let access: AccessFile = file;
    let builds = 0;
    const readAccess = async () => access;
    const look = walletTester({
      db,
      wallet: noWallet,
      send: working,
      readAccess,
      requestBuild: async () => void builds++,
    });
    await look();
    assert.equal(builds, 0);
    access = inUsdc;
    await look();
    await look();
    assert.equal(builds, 1);
  });
});
