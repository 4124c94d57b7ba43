import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openInvoice } from '../../sidecar/features/access/invoices.ts';
import { earlierWallets } from '../../sidecar/features/access/wallets/earlier.ts';
import { walletId } from '../../sidecar/features/access/wallets/open.ts';
import { openOutgoing } from '../../sidecar/outgoing/outgoing.ts';
import { sqliteStore } from '../../sidecar/storage/test-stores.ts';
import { serve } from '../../sidecar/outgoing/test-server.ts';
import { checkEarlierWallets } from './earlier-wallets.ts';

const store = sqliteStore();

test('an earlier wallet is checked while it has open invoices', async () => {
  const answering = await serve((_, response) => void response.writeHead(404).end('{}'));
  const { send } = openOutgoing({ baseUrl: 'http://room.example', allowedHosts: [] });
  const deps = { db: store().db, now: Date.now, send };
  const used = { kind: 'lnbits' as const, url: answering.url, key: 'secret-key' };
  const present = { ...used, key: 'another' };
  await earlierWallets(used, deps).storeSettings();
  const paymentHash = 'ab'.repeat(32);
  const createInvoice = async () => ({ invoice: 'lnbcrt1', paymentHash });
  const wallet = {
    name: 'lnbits' as const,
    id: walletId(used),
    createInvoice,
    lookupInvoice: async () => ({ state: 'open' as const }),
    close: () => {},
  };
  await openInvoice(deps.db, wallet, { resourceId: 'guest-kit', amountSats: 21, description: '' }, Date.now());
  assert.deepEqual(await checkEarlierWallets(used, deps), []);
  const [fine] = await checkEarlierWallets(present, deps);
  assert.equal(fine!.level, 'ok', fine!.says);
  answering.stop();
  const [down] = await checkEarlierWallets(present, deps);
  assert.equal(down!.level, 'problem');
  assert.match(down!.says, /^the earlier wallet lnbits has 1 open invoice, .* but does not answer$/);
  assert.ok(!down!.says.includes('secret-key'));
});
