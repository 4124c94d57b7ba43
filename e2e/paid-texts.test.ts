// A pass for texts opens them wherever texts are read, and an answer made of them is its holder's alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { idOf, pricedText, testContent } from './content.ts';
import { postJson, type RunningRoom, startRoom } from './room.ts';

const id = idOf('priced', 10);
const other = idOf('first-river', 1);
const prices = { articles: 21 };
const offer = { resourceId: 'articles', amountSats: 21, description: 'The texts of the articles, for 24 hours.' };

let room: RunningRoom;
let pass: string;

async function tokenFor(resourceId: string): Promise<string> {
  const asked = await postJson(room, '/api/l402/payment-request', { resourceId });
  const { payment_context_token } = (await asked.json()) as Record<string, string>;
  const verified = await postJson(room, '/api/l402/verify', { payment_context_token });
  return `L402 ${((await verified.json()) as { accessToken: string }).accessToken}`;
}

before(async () => {
  room = await startRoom(await testContent({ 'access.json': JSON.stringify({ enabled: true, prices }) }), {
    RATES: 'l402=1000,quote=1000',
  });
  pass = await tokenFor('articles');
});
after(() => room.stop());

const get = (path: string, authorization?: string) =>
  fetch(room.baseUrl + path, authorization ? { headers: { authorization } } : {});

interface Verdict {
  verdict: string;
  matches: { itemId: string; field: string; actual: string }[];
  speakers: object[];
  uncheckedTexts?: number;
  offers?: object[];
}

const verify = (text: string, authorization?: string) =>
  postJson(room, '/api/agent/verify-quote', { text }, authorization ? { authorization } : {});
const verdictOf = async (...asked: Parameters<typeof verify>) => (await (await verify(...asked)).json()) as Verdict;

const told = ({ headers }: Response) => [headers.get('cache-control'), /Authorization/.test(headers.get('vary') ?? '')];
const ofPayer = ['private, no-store', true];

test('verify-quote compares a text with a price for who paid what it offers, and for nobody else', async () => {
  const free = await verify(pricedText);
  assert.deepEqual(told(free), ['no-store', true]);
  const { verdict, uncheckedTexts, offers } = (await free.json()) as Verdict;
  assert.equal(verdict, 'not_checked');
  assert.ok(uncheckedTexts! > 1);
  assert.deepEqual(offers, [offer]);
  const paid = await verify(pricedText, pass);
  assert.deepEqual(told(paid), ofPayer);
  const { matches, speakers, ...rest } = (await paid.json()) as Verdict;
  assert.deepEqual(rest, { verdict: 'exact', total: 1 });
  assert.equal(speakers.length, 1);
  assert.deepEqual(
    matches.map(({ itemId, field }) => [itemId, field]),
    [[id, 'body']],
  );
  const last = matches[0]!.actual.split(' ').at(-1)!;
  assert.equal((await verdictOf(pricedText.replace(last, 'something'), pass)).verdict, 'near');
  const nowhere = await verdictOf('Nobody ever wrote this sentence about anything.', pass);
  assert.deepEqual(nowhere, { verdict: 'not_found', matches: [], total: 0, speakers: [] });
  assert.equal((await verdictOf(pricedText)).verdict, 'not_checked');
});

test('the token of one article opens its text alone', async () => {
  const own = await verdictOf(pricedText, await tokenFor(`article:${id}`));
  assert.equal(own.verdict, 'exact');
  const another = await verdictOf(pricedText, await tokenFor(`article:${other}`));
  assert.equal(another.verdict, 'not_checked');
  assert.deepEqual(another.offers, [offer]);
});

test('a token that nobody sold opens nothing, and is no obstacle to what is free', async () => {
  const forged = await verify(pricedText, `${pass.slice(0, -1)}${pass.endsWith('0') ? '1' : '0'}`);
  assert.equal(((await forged.json()) as Verdict).verdict, 'not_checked');
});

test('a tool compares it, too, with the token in the header or in the message', async () => {
  const call = (more: object, headers = {}) => {
    const params = { name: 'verify_quote', arguments: { text: pricedText }, ...more };
    const accept = { accept: 'application/json, text/event-stream' };
    return postJson(
      room,
      '/api/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { ...accept, ...headers },
    );
  };
  assert.match(await (await call({})).text(), /not_checked/);
  for (const answer of [await call({ _meta: { authorization: pass } }), await call({}, { authorization: pass })]) {
    const text = await answer.text();
    assert.match(text, /exact/);
    assert.ok(text.includes(id));
  }
  const asTool = { tool: 'verify_quote', arguments: { text: pricedText } };
  const plain = await postJson(room, '/api/mcp/call', asTool, { authorization: pass });
  assert.deepEqual(told(plain), ofPayer);
  assert.match(await plain.text(), /exact/);
});

test('changes with texts give those that the pass opens, and no cache keeps them', async () => {
  const path = '/api/agent/changes?include=body&limit=1000';
  const bodyIn = async (response: Response) =>
    ((await response.json()) as { items: { id: string; body?: string }[] }).items.find((item) => item.id === id)!.body;
  for (const authorization of [undefined, pass, undefined]) {
    const answer = await get(path, authorization);
    assert.deepEqual(told(answer), authorization ? ofPayer : [answer.headers.get('cache-control'), true]);
    assert.equal((await bodyIn(answer))?.includes(pricedText) ?? false, authorization !== undefined);
  }
  assert.deepEqual(told(await get('/api/agent/changes', pass))[1], false);
});

test('a search names what it did not look into, and offers nothing for it that would change the answer', async () => {
  for (const authorization of [undefined, pass]) {
    const found = (await (await get('/api/agent/search?q=priced', authorization)).json()) as Verdict & {
      items: { access?: object }[];
    };
    assert.ok(found.uncheckedTexts! > 1);
    assert.equal(found.offers, undefined);
    assert.deepEqual(found.items[0]!.access, { resourceId: `article:${id}`, amountSats: 21 });
  }
});

test('whatever address gives the text, what a payer gets is told apart from what others get', async () => {
  for (const path of [`/api/agent/items/${id}`, `/api/agent/articles/${id}`, `/api/article/${id}/markdown`]) {
    assert.equal((await get(path)).status, 402, path);
    const paid = await get(path, pass);
    assert.deepEqual(told(paid), ofPayer, path);
    assert.ok((await paid.text()).includes(pricedText), path);
  }
  const tool = { tool: 'get_article', arguments: { id } };
  assert.deepEqual(told(await postJson(room, '/api/mcp/call', tool, { authorization: pass })), ofPayer);
});
