// A room whose prices are switched off: nothing is asked for, and the routes of payment say so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idOf, testContent } from './content.ts';
import { postJson, startRoom } from './room.ts';

const priced = idOf('priced', 10);

async function reasonOf(answer: Promise<Response>): Promise<string> {
  const { error } = (await (await answer).json()) as { error: { details: { reason: string } } };
  return error.details.reason;
}

test('switched off: no capability, no 402, and the routes say so', async () => {
  const off = await startRoom(await testContent({ 'access.json': '{"enabled": false, "prices": {"articles": 5}}' }));
  try {
    assert.equal((await fetch(`${off.baseUrl}/api/article/${priced}/markdown`)).status, 200);
    const verified = postJson(off, '/api/l402/verify', { paymentHash: 'ab'.repeat(32) });
    assert.equal(await reasonOf(verified), 'disabled');
    assert.equal(await reasonOf(postJson(off, '/api/l402/payment-request', { resourceId: 'articles' })), 'disabled');
    const { capabilities } = (await (await fetch(`${off.baseUrl}/api/agent`)).json()) as { capabilities: string[] };
    assert.ok(!capabilities.includes('l402.v1'));
  } finally {
    await off.stop();
  }
});
