import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageModel } from '#sidecar/console/page.ts';
import type { loadAgentsPage } from './page.ts';
import { onBothStores } from '#sidecar/storage/test-stores.ts';
import { readAuditLines, openConsole, readPage, signInByLink } from '#sidecar/console/test-console.ts';

onBothStores('agents in the console', (open) => {
  const fresh = async () => {
    const console = openConsole(open());
    for (const table of ['agentTiers', 'audit'] as const) await open().db.deleteFrom(table).execute();
    const browser = await signInByLink(console);
    const register = async (body: object): Promise<void> => {
      const answer = await console.app.inject({ method: 'POST', url: '/api/agent/register-agent-tier', payload: body });
      assert.equal(answer.statusCode, 200, answer.body);
    };
    const list = async () => readPage<PageModel<typeof loadAgentsPage>>(await browser.get('/agents')).model.rows;
    return { console, browser, register, list };
  };

  test('texts of agents are plain and limited in length, and tokens are not shown', async () => {
    const { browser, register, list } = await fresh();
    await register({ name: '<b>root</b>\u202e', purpose: `\u2067${'p'.repeat(1990)}`, whyNoPayment: '\u0007poor' });
    const [row] = await list();
    const purpose = `⟨U+2067⟩${'p'.repeat(1990)}`;
    assert.deepEqual([row!.name, row!.purpose, row!.whyNoPayment], ['<b>root</b>⟨U+202E⟩', purpose, '␇poor']);
    assert.doesNotMatch((await browser.get('/agents')).body, /token/i);
  });

  test('a registration is revoked once, and stays so', async () => {
    const { console, browser, register, list } = await fresh();
    await register({});
    const { id } = (await list())[0]!;
    const revoke = (which: string) => browser.post(`/agents/${which}/revoke`);
    assert.equal((await revoke(id)).headers.location, '/console/agents?notice=agentRevoked&count=1');
    const { revokedAt } = (await list())[0]!;
    console.clock.now += 5000;
    assert.equal((await revoke(id)).statusCode, 303);
    assert.equal((await list())[0]!.revokedAt, revokedAt);
    assert.equal((await readAuditLines(console)).filter((line) => line === `creator: agent.revoked ${id}`).length, 1);
    for (const forged of ['no-such-id', '%00']) assert.equal((await revoke(forged)).statusCode, 404);
  });
});
