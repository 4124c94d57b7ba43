// An answer that is made of a text with a price is its payer's alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { idOf, pricedText, testContent } from './content.ts';
import { postJson, type RunningRoom, startRoom } from './room.ts';

const id = idOf('priced', 10);
const prices = { articles: 21 };

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
    RATES: 'l402=1000',
  });
  pass = await tokenFor('articles');
});
after(() => room.stop());

const get = (path: string, authorization?: string) =>
  fetch(room.baseUrl + path, authorization ? { headers: { authorization } } : {});

const told = ({ headers }: Response) => [headers.get('cache-control'), /Authorization/.test(headers.get('vary') ?? '')];
const ofPayer = ['private, no-store', true];

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
