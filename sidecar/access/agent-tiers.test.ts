import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientFinder } from '../http/client.ts';
import { onBothStores } from '../store/test-stores.ts';
import { accessWithoutWallet } from '../test-access.ts';
import { agentOfToken, listAgents, registerAgent, revokeAgent } from './agent-tiers.ts';

onBothStores('agent tiers', (open) => {
  test('a token names its agent until it is revoked, and is not kept itself', async () => {
    const { db } = open();
    const { id, token } = await registerAgent(db, { name: 'Finder' }, 1000);
    assert.equal(await agentOfToken(db, token), id);
    assert.equal(await agentOfToken(db, `${token}x`), undefined);
    const rows = await db.selectFrom('agentTiers').selectAll().where('id', '=', id).execute();
    assert.ok(!JSON.stringify(rows).includes(token));
    assert.equal(await revokeAgent(db, id, 'creator', 2000), 'revoked');
    assert.equal(await revokeAgent(db, id, 'creator', 3000), 'was_revoked');
    assert.equal(await revokeAgent(db, 'nobody', 'creator', 3000), 'unknown');
    assert.equal(await agentOfToken(db, token), undefined);
    const audit = await db.selectFrom('audit').select(['at', 'who', 'action']).where('subject', '=', id).execute();
    assert.deepEqual(
      audit.map((row) => ({ ...row })),
      [{ at: 2000, who: 'creator', action: 'agent.revoked' }],
    );
  });

  test('the newest registration is listed first, without its token', async () => {
    const { db } = open();
    const { id } = await registerAgent(db, { purpose: 'Looks for guests' }, 9000);
    const [first] = await listAgents(db, 1);
    assert.deepEqual(
      { ...first },
      { id, name: null, purpose: 'Looks for guests', whyNoPayment: null, createdAt: 9000, revokedAt: null },
    );
  });

  test('a client is its valid token, else its address', async () => {
    const { db } = open();
    const { id, token } = await registerAgent(db, {}, 1000);
    const clientOf = clientFinder(accessWithoutWallet(open()).holderOf);
    const from = (authorization?: string) => clientOf({ headers: { authorization }, ip: '192.0.2.1' });
    assert.equal(await from(`Bearer ${token}`), id);
    assert.equal(await from(`bearer ${token}`), id);
    for (const other of [undefined, 'Bearer', 'Bearer wrong', `Basic ${token}`, `Bearer ${token} x`]) {
      assert.equal(await from(other), '192.0.2.1', other);
    }
  });
});
