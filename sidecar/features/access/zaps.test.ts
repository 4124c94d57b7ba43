import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure';
import { Relay } from 'nostr-tools/relay';
import { hourMs, minuteMs } from '#domain/instants.ts';
import { openOutgoing } from '../../outgoing/outgoing.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { findInvoice } from './invoices.ts';
import { openAccess } from './open.ts';
import { startTestWallet } from './wallets/test-wallet.ts';
import { createMemoryWallet } from './test-payments.ts';
import { zapProblem } from './zaps.ts';

const now = () => 1_800_000_000_000;
const sender = generateSecretKey();
const recipient = getPublicKey(generateSecretKey());

function zapOf(relays: string[], { kind = 9734, amount = '21000', more = [] as string[][] } = {}): string {
  const tags = [['relays', ...relays], ['amount', amount], ['p', recipient], ...more];
  return JSON.stringify(finalizeEvent({ kind, created_at: 1_800_000_000, tags, content: 'Zap!' }, sender));
}

test('a zap request must be signed and for the requested amount', () => {
  const good = zapOf(['wss://relay.example']);
  assert.equal(zapProblem(good, '21000'), undefined);
  for (const [text, amount] of [
    [good, '22000'],
    [good.replace('Zap!', 'Zip!'), '21000'],
    [zapOf(['wss://relay.example'], { kind: 1 }), '21000'],
    [zapOf(['wss://relay.example'], { more: [['p', recipient]] }), '21000'],
    [zapOf(['wss://relay.example'], { more: [['x', 'x'.repeat(9000)]] }), '21000'],
    ['{}', '21000'],
  ] as const)
    assert.notEqual(zapProblem(text, amount), undefined, text.slice(0, 100));
});

onBothStores('zaps', (store) => {
  test('the relay of a paid zap gets one receipt signed by the announced key; private relays get none', async (t) => {
    const relayHost = await startTestWallet();
    t.after(() => relayHost.stop());
    const host = new URL(relayHost.url).host;
    const relay = await Relay.connect(`ws://${host}`);
    t.after(() => relay.close());
    const got: { pubkey: string; tags: string[][] }[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    relay.subscribe([{ kinds: [9735] }], {
      onevent: (event) => {
        assert.ok(verifyEvent(event));
        got.push(event);
        resolve();
      },
    });
    const { db } = store();
    const memory = createMemoryWallet();
    const parts = { db, wallet: memory.wallet, now, onTrouble: () => {} };
    const open = (allowedHosts: string[]) =>
      openAccess({ ...parts, outgoing: openOutgoing({ baseUrl: 'http://room.example', allowedHosts }) });
    const access = open([host]);
    const zap = zapOf([`ws://${host}`, 'ws://127.0.0.1:9', 'http://relay.example']);
    const tip = await access.openTip({ amountSats: 21, comment: undefined }, zap, true, zap);
    await access.settleDue();
    memory.pay(tip.paymentHash);
    await access.payment.verify({ baseUrl: '' } as never, { paymentHash: tip.paymentHash }).catch(() => undefined);
    await open([]).settleDue();
    const toldAt = async () => (await findInvoice(db, { tokenId: tip.tokenId }))!.zapToldAt;
    assert.equal(await toldAt(), null, 'no relay could be asked');
    await access.settleDue();
    assert.equal(Number(await toldAt()), now());
    await promise;
    await access.settleDue();
    assert.equal(got.length, 1);
    assert.equal(got[0]!.pubkey, await access.zapPubkey());
    const tag = (name: string) => got[0]!.tags.find(([one]) => one === name)?.[1];
    assert.deepEqual([tag('description'), tag('bolt11'), tag('p')], [zap, tip.invoice, recipient]);
  });

  test('a zap with failing or invalid relays does not delay other receipts and is retried', async (t) => {
    const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    const silentHost = await new Promise<string>((resolve) =>
      silent.once('listening', () => resolve(`127.0.0.1:${(silent.address() as AddressInfo).port}`)),
    );
    const relayHost = await startTestWallet();
    t.after(() => Promise.all([relayHost.stop(), silent.close()]));
    const host = new URL(relayHost.url).host;
    const { db } = store();
    const memory = createMemoryWallet();
    const clock = { now: now() };
    const access = openAccess({
      db,
      wallet: memory.wallet,
      now: () => clock.now,
      onTrouble: () => {},
      outgoing: openOutgoing({ baseUrl: 'http://room.example', allowedHosts: [host, silentHost, '127.0.0.1:9'] }),
    });
    const pay = async (relays: string[]) => {
      const zap = zapOf(relays);
      const { tokenId, paymentHash } = await access.openTip({ amountSats: 21, comment: undefined }, zap, true, zap);
      memory.pay(paymentHash);
      await access.payment.verify({ baseUrl: '' } as never, { paymentHash }).catch(() => undefined);
      clock.now += 1000;
      return async () => (await findInvoice(db, { tokenId }))!.zapToldAt;
    };
    const bad = [
      await pay(['wss://relay.invalid/#part']),
      await pay(['nonsense']),
      await pay(['ws://127.0.0.1:9']),
      await pay([`ws://${silentHost}`]),
    ];
    const mixed = await pay(['wss://relay.invalid/#part', 'wss://', `ws://${host}`]);
    const good = await pay([`ws://${host}`]);
    await access.settleDue();
    assert.ok((await good()) !== null && (await mixed()) !== null);
    const sentAt = async () => Promise.all(bad.map((one) => one()));
    assert.deepEqual(await sentAt(), [null, null, null, null]);
    silent.close();
    clock.now += 2 * hourMs;
    const later = await pay([`ws://${host}`]);
    await access.settleDue();
    assert.ok((await later()) !== null);
    assert.ok(
      (await sentAt()).every((at) => at !== null),
      'nobody tries for ever',
    );
  });

  test('receipts are sent while the wallet is down', async (t) => {
    const relayHost = await startTestWallet();
    t.after(() => relayHost.stop());
    const host = new URL(relayHost.url).host;
    const { db } = store();
    const memory = createMemoryWallet();
    const clock = { now: now() };
    const access = openAccess({
      db,
      wallet: memory.wallet,
      now: () => clock.now,
      onTrouble: () => {},
      outgoing: openOutgoing({ baseUrl: 'http://room.example', allowedHosts: [host] }),
    });
    const zap = zapOf([`ws://${host}`]);
    const { tokenId, paymentHash } = await access.openTip({ amountSats: 21, comment: undefined }, zap, true, zap);
    memory.pay(paymentHash);
    await access.payment.verify({ baseUrl: '' } as never, { paymentHash }).catch(() => undefined);
    await access.openTip({ amountSats: 22, comment: undefined }, 'open', false);
    clock.now += minuteMs;
    memory.setDown(true);
    await assert.rejects(access.settleDue());
    assert.ok((await findInvoice(db, { tokenId }))!.zapToldAt !== null);
  });
});
