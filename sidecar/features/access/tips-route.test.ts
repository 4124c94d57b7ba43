import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readPage } from '#domain/live-pages.ts';
import type { Release } from '../../release/release.ts';
import { startApp, type TestApp } from '../test-app.ts';

const dir = mkdtempSync(join(tmpdir(), 'greenroom-tips-'));
writeFileSync(join(dir, 'read'), `<div id="${readPage.frame}"></div>`);
const baseUrl = 'http://room.example';
const facts = {
  baseUrl,
  access: { enabled: false, tips: { name: 'mara' } },
  creator: { name: 'Mara', language: 'de' },
};
const pages = new Map([[readPage.path, { etag: 'read' }]]);
const fileOf = ({ etag }: { etag: string }) => join(dir, etag);
const release = { id: 'r', fileOf, pages, facts, site: { baseUrl } } as unknown as Release;

let room: TestApp;
before(async () => {
  room = await startApp({ live: () => release });
});
after(async () => {
  await room.stop();
  rmSync(dir, { recursive: true });
});

const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${room.port}${path}`, { method });
const form = (sats: string, comment: string) =>
  ask(`/read?${new URLSearchParams({ for: 'tip', sats, comment })}`).then((answer) => answer.text());
const countInvoices = async () => (await room.store.db.selectFrom('invoices').select('tokenId').execute()).length;

test('the form of tips names the limit that is exceeded', async () => {
  const sats = 'Geben Sie eine ganze Zahl zwischen 1 und 1000000 Satoshi ein.';
  const long = 'Zu lang. Höchstens 280 Zeichen.';
  for (const [text, why] of [
    [await form('0', ''), sats],
    [await form('0', 'x'.repeat(281)), sats],
    [await form('1.5', 'x'.repeat(281)), sats],
    [await form('21', 'x'.repeat(281)), long],
  ] as const)
    for (const one of [sats, long]) assert.equal(text.includes(one), one === why, text);
});

test('a wallet gets the limit that is exceeded', async () => {
  for (const [query, reason] of [
    ['amount=1500', 'amount is not a whole number of satoshis in millisatoshis'],
    ['amount=2000000000', 'amount is not between 1 and 1000000 satoshis'],
    [`amount=1000&comment=${'x'.repeat(281)}`, 'comment is longer than 280 characters'],
  ]) {
    const answer = await ask(`/.well-known/lnurlp/mara/callback?${query}`);
    assert.equal(answer.status, 400);
    assert.deepEqual(await answer.json(), { status: 'ERROR', reason });
  }
});

test('HEAD of a Lightning address is like GET, but without a body and an invoice', async () => {
  for (const path of ['mara', 'nobody', 'mara/callback?amount=1']) {
    const got = await ask(`/.well-known/lnurlp/${path}`);
    const head = await ask(`/.well-known/lnurlp/${path}`, 'HEAD');
    assert.equal(head.status, got.status, path);
    for (const name of ['content-type', 'content-length', 'access-control-allow-origin', 'cache-control'])
      assert.equal(head.headers.get(name), got.headers.get(name), `${path} ${name}`);
    assert.equal(await head.text(), '');
  }
  assert.equal((await ask('/.well-known/lnurlp/mara/callback?amount=1000', 'HEAD')).status, 200);
  assert.equal(await countInvoices(), 0);
});
