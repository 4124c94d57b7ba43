import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiError } from '#contract/errors.ts';
import { agentTokensPerDay, maxAgentTokens } from '#contract/limits.ts';
import type { AgentTierRequest } from '#contract/schemas/agent-tier.ts';
import { createClientFinder } from '../../http/client.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { openFreeAccess } from '../test-app.ts';
import { findAgentByToken, listAgents, registerAgent, revokeAgent } from './agent-tiers.ts';
import { grantWork } from './grants.ts';
import { secretReader } from './secret.ts';

const day = 24 * 3_600_000;

onBothStores('agent tiers', (open) => {
  const register = (said: AgentTierRequest, now: number, network = '192.0.2.1') =>
    open()
      .db.transaction()
      .execute((tx) => registerAgent(tx, said, network, now));

  test('a token identifies its agent until it is revoked, and only its hash is stored', async () => {
    const { db } = open();
    const { id, token } = await register({ name: 'Finder' }, 1000);
    assert.equal(await findAgentByToken(db, token), id);
    assert.equal(await findAgentByToken(db, `${token}x`), undefined);
    const rows = await db.selectFrom('agentTiers').selectAll().where('id', '=', id).execute();
    assert.ok(!JSON.stringify(rows).includes(token));
    assert.equal(await revokeAgent(db, id, 'creator', 2000), 'revoked');
    assert.equal(await revokeAgent(db, id, 'creator', 3000), 'was_revoked');
    assert.equal(await revokeAgent(db, 'nobody', 'creator', 3000), 'unknown');
    assert.equal(await findAgentByToken(db, token), undefined);
    const audit = await db.selectFrom('audit').select(['at', 'who', 'action']).where('subject', '=', id).execute();
    assert.deepEqual(
      audit.map((row) => ({ ...row })),
      [{ at: 2000, who: 'creator', action: 'agent.revoked' }],
    );
  });

  test('registrations are listed newest first, without tokens', async () => {
    const { db } = open();
    const { id } = await register({ purpose: 'Looks for guests' }, 9000);
    const [first] = await listAgents(db, 1);
    assert.deepEqual(
      { ...first },
      { id, name: null, purpose: 'Looks for guests', whyNoPayment: null, createdAt: 9000, revokedAt: null },
    );
  });

  test('a client is identified by its valid token, else by its address', async () => {
    const { id, token } = await register({}, 1000);
    const findClient = createClientFinder(openFreeAccess(open(), () => 0).access.findHolder);
    const from = (authorization?: string) => findClient({ headers: { authorization }, ip: '192.0.2.1' });
    assert.equal(await from(`Bearer ${token}`), id);
    assert.equal(await from(`bearer ${token}`), id);
    for (const other of [undefined, 'Bearer', 'Bearer wrong', `Basic ${token}`, `Bearer ${token} x`]) {
      assert.equal(await from(other), '192.0.2.1', other);
    }
  });

  test('a token for work has no rate limit of its own', async () => {
    const { db } = open();
    const about = { resourceId: 'transcribe', location: 'http://room.example', now: Date.now() };
    const derive = await secretReader(db)();
    const { accessToken } = await db.transaction().execute((tx) => grantWork(tx, derive, about));
    const findClient = createClientFinder(openFreeAccess(open(), () => 0).access.findHolder);
    assert.equal(await findClient({ headers: { authorization: `L402 ${accessToken}` }, ip: '192.0.2.1' }), '192.0.2.1');
  });

  test('token collecting: after ten registrations a day a network must wait, others need not', async () => {
    const start = 100 * day;
    const registered = await Promise.allSettled(Array.from({ length: 15 }, () => register({}, start, '192.0.2.7')));
    const refused = registered.filter((one) => one.status === 'rejected');
    assert.equal(refused.length, 15 - agentTokensPerDay);
    for (const { reason } of refused) assert.equal((reason as ApiError).kind, 'rate_limited');
    const beyond = { kind: 'rate_limited', details: { retryAfterSeconds: 3600 } };
    await assert.rejects(register({}, start + day - 3_600_000, '192.0.2.7'), beyond);
    await register({}, start, '192.0.2.8');
    await register({}, start + day, '192.0.2.7');
  });

  test('token collecting over many days revokes only the oldest tokens of the network', async () => {
    const { db } = open();
    const ofOther = await register({}, 200 * day, '192.0.2.10');
    const tokens: string[] = [];
    for (let n = 0; n < maxAgentTokens + 2; n++) tokens.push((await register({}, (200 + n) * day, '192.0.2.9')).token);
    const [first, second, third] = tokens as [string, string, string];
    assert.deepEqual([await findAgentByToken(db, first), await findAgentByToken(db, second)], [undefined, undefined]);
    for (const token of [third, tokens.at(-1)!, ofOther.token]) assert.ok(await findAgentByToken(db, token));
  });
});
