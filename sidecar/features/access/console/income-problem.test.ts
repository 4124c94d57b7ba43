import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { itemsInMemory, testItem } from '#sidecar/release/test-items.ts';
import { sqliteStore } from '#sidecar/storage/test-stores.ts';
import { writeState } from '#sidecar/storage/state.ts';
import { testPayee } from '../live-prices.ts';
import { noWallet } from '../wallets/none.ts';
import { findIncomeProblem } from './income-problem.ts';
import { consoleTranslatorFor } from '#sidecar/console/messages/messages.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-income-'));
after(() => rmSync(contentDir, { recursive: true, force: true }));
const open = sqliteStore();

function problemOf(file: object, wallet: object, { live = {}, transcribes = true, language = 'en' } = {}) {
  writeFileSync(join(contentDir, 'access.json'), JSON.stringify(file));
  const index = { items: itemsInMemory([testItem('tide-00000001', { type: 'article' })]) };
  const release = { facts: { access: { enabled: false, ...live } }, index, hiddenItems: [] };
  const parts = {
    desk: { contentDir, fs },
    live: () => release,
    wallet,
    about: { transcribes },
    store: open(),
  };
  return findIncomeProblem(parts as never, consoleTranslatorFor(language));
}

const file = { enabled: true, prices: { articles: 5 } };

test('the notice names the reason why a room gets no income', async () => {
  const cases: [wallet: object, says: RegExp, more?: object][] = [
    [{ name: 'none' }, /no wallet.*not live/],
    [{ name: 'none' }, /no wallet.*locked/, { live: file }],
    [{ name: 'development' }, /pays itself/],
    [{ name: 'lnbits', id: 'a', downSince: () => Date.UTC(2026, 4, 1, 12, 30) }, /since 1 May 2026, 12:30 UTC/],
    [{ name: 'lnbits', id: 'a' }, /not answered a test/],
    [{ name: 'none' }, /keine Wallet/, { language: 'de' }],
  ];
  for (const [wallet, says, more] of cases) assert.match((await problemOf(file, wallet, more))!, says);
  assert.match(
    (await problemOf({ enabled: true, pricePerMinute: 2 }, { name: 'lnbits', id: 'a' }, { transcribes: false }))!,
    /minute of transcription/,
  );
  assert.match((await problemOf({ enabled: true, prices: { 'article:moon-00000001': 5 } }, { name: 'none' }))!, /moon/);
  assert.match((await problemOf({ enabled: false, tips: { name: 'mara' } }, { name: 'none' }))!, /no wallet/);
});

test('a room that accepts only USDC learns that people cannot pay and whether its facilitator has answered', async () => {
  const { db } = open();
  const usdc = { facilitator: 'https://facilitator.example', payTo: `0x${'c3'.repeat(20)}`, perBitcoin: 60_000 };
  const inUsdc = { ...file, usdc };
  assert.match((await problemOf(inUsdc, { name: 'none' }))!, /facilitator has not answered/);
  const send = async () => ({
    status: 200,
    body: Buffer.from('{"kinds":[{"scheme":"exact","network":"eip155:8453"}]}'),
  });
  await testPayee({ db, wallet: noWallet, send: send as never }, inUsdc);
  assert.match((await problemOf(inUsdc, { name: 'none' }))!, /people cannot pay/);
});

test('there is no notice without prices or if the wallet has answered', async () => {
  assert.equal(await problemOf({ enabled: false, prices: { articles: 5 } }, { name: 'none' }), undefined);
  await writeState(open().db, 'walletState', { testedWallet: 'a' });
  assert.equal(await problemOf(file, { name: 'lnbits', id: 'a' }), undefined);
});
