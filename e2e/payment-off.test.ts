// A room whose prices are switched off, and that takes tips: nothing else is asked for, and the routes of payment say
// so.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { idOf, testContent } from './content.ts';
import { postJson, type RunningRoom, startRoom } from './room.ts';
import { until } from './until.ts';

const priced = idOf('priced', 10);
let room: RunningRoom;
before(async () => {
  const access = { enabled: false, prices: { articles: 5 }, tips: { name: 'mara', button: true } };
  room = await startRoom(await testContent({ 'access.json': JSON.stringify(access) }), { RATES: 'l402=1000' });
});
after(() => room.stop());

const get = (path: string) => fetch(room.baseUrl + path);

async function reasonOf(answer: Promise<Response>): Promise<string> {
  const { error } = (await (await answer).json()) as { error: { details: { reason: string } } };
  return error.details.reason;
}

test('switched off: no capability, no 402, and the routes say so', async () => {
  assert.equal((await get(`/api/article/${priced}/markdown`)).status, 200);
  assert.equal(await reasonOf(postJson(room, '/api/l402/payment-request', { resourceId: 'articles' })), 'disabled');
  assert.equal(await reasonOf(postJson(room, '/api/l402/verify', { paymentHash: 'ab'.repeat(32) })), 'unknown');
  const { capabilities } = (await (await get('/api/agent')).json()) as { capabilities: string[] };
  assert.ok(!capabilities.includes('l402.v1'));
});

test('a tip: the Lightning address, its limits, its invoice, the page and the feed', async () => {
  const json = async (path: string) => (await (await get(path)).json()) as Record<string, string>;
  const said = await json('/.well-known/lnurlp/mara');
  const host = new URL(room.baseUrl).host;
  assert.deepEqual(
    [said.tag, said.minSendable, said.maxSendable, said.commentAllowed],
    ['payRequest', 1000, 1_000_000_000, 280],
  );
  assert.ok(said.metadata!.includes(`["text/identifier","mara@${host}"]`), said.metadata);
  const callback = said.callback!.replace(room.baseUrl, '');
  for (const asked of [
    '',
    '?amount=500',
    '?amount=1500',
    '?amount=2000000000',
    `?amount=1000&comment=${'x'.repeat(281)}`,
  ])
    assert.equal((await json(callback + asked)).status, 'ERROR', asked);
  assert.equal((await get('/.well-known/lnurlp/somebody')).status, 404);
  const { pr } = await json(`${callback}?amount=21000&comment=Thank%20you`);
  assert.match(pr!, /^lnbcrt210000p/);
  assert.match(await (await get('/podcast.xml')).text(), new RegExp(`lnaddress.*address="mara@${host}"`, 's'));
  assert.match(await (await get('/')).text(), /href="\/read\?for=tip"/);
  assert.match(await (await get('/read?for=tip')).text(), /name="sats"/);
  assert.equal((await get('/read?for=tip&sats=0')).status, 400);
  const head = await fetch(`${room.baseUrl}/read?for=tip&sats=7`, { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, null], 'no invoice was opened');
  const html = await (await get('/read?for=tip&sats=7&comment=Hi')).text();
  assert.match(html, /7 sats.*href="lightning:/s);
  const done = /data-done="([^"]+)"/.exec(html)![1]!.replaceAll('&#38;', '&').replaceAll('&amp;', '&');
  await until(async () => (await (await get(done)).text()).includes('Thank you! Your tip'), 'thanks are said');
  assert.equal((await get('/read?for=tip&payment=unknown')).status, 404);
});
