import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothStores } from '../store/test-stores.ts';
import { isTested, pricesToSell, walletTester } from './live-prices.ts';
import { memoryWallet, openPayment } from './test-payments.ts';
import { noWallet } from './wallets/none.ts';
import { secretKeeper } from './secret.ts';

const file = { enabled: true, prices: { articles: 5 } };
const more = { enabled: true, prices: { articles: 6, 'guest-kit': 9 } };
const now = 1_800_000_000_000;

onBothStores('prices and the wallet', (open) => {
  const fresh = async () => {
    const { db } = open();
    for (const table of ['facts', 'invoices'] as const) await db.deleteFrom(table).execute();
    const walletAt = (id: string) => {
      const memory = memoryWallet();
      return { down: memory.down, wallet: { ...memory.wallet, id }, memory };
    };
    return { db, walletAt };
  };

  test('nothing is sold for the first time without a wallet that answered, and an outage later changes nothing', async () => {
    const { db, walletAt } = await fresh();
    const { wallet, down } = walletAt('one');
    assert.equal((await pricesToSell(db, noWallet, file)).enabled, false);
    down(true);
    assert.equal((await pricesToSell(db, wallet, file)).enabled, false);
    down(false);
    assert.deepEqual(await pricesToSell(db, wallet, file), file);
    down(true);
    assert.deepEqual(await pricesToSell(db, wallet, more), more);
  });

  test('another wallet, or none, gives away nothing that was sold, and sells nothing new until it answers', async () => {
    const { db, walletAt } = await fresh();
    await pricesToSell(db, walletAt('one').wallet, file);
    const { wallet, down } = walletAt('two');
    down(true);
    for (const one of [wallet, noWallet]) {
      const { enabled, prices } = await pricesToSell(db, one, more);
      assert.deepEqual([enabled, prices], [true, { articles: 6 }]);
    }
    down(false);
    assert.deepEqual(await pricesToSell(db, wallet, more), more);
  });

  test('what was tried with the development wallet is not sold without another one', async () => {
    const { db, walletAt } = await fresh();
    const development = { ...walletAt('one').wallet, id: undefined, name: 'development' as const };
    assert.deepEqual(await pricesToSell(db, development, file), file);
    assert.equal((await pricesToSell(db, noWallet, file)).enabled, false);
  });

  test('a wallet that has made invoices for an earlier version needs no test', async () => {
    const { db, walletAt } = await fresh();
    const { wallet, down, memory } = walletAt('old');
    await openPayment(db, { ...memory, wallet }, await secretKeeper(db)(), 'articles', now);
    down(true);
    assert.deepEqual(await pricesToSell(db, wallet, file), file);
  });

  test('the running room tests its wallet until it answers, then asks for a build, and no more', async () => {
    const { db, walletAt } = await fresh();
    const { wallet, down } = walletAt('one');
    let builds = 0;
    const look = walletTester({ db, wallet, readAccess: async () => file, requestBuild: async () => void builds++ });
    down(true);
    await assert.rejects(look(), /down/);
    down(false);
    assert.deepEqual([builds, await isTested(db, wallet)], [0, false]);
    await look();
    down(true);
    await look();
    assert.deepEqual([builds, await isTested(db, wallet)], [1, true]);
  });
});
