// Registrations for the free slice. An agent gets its token once; the creator can revoke it.
import { v7 } from 'uuid';
import { ApiError } from '#contract/errors.ts';
import { agentTokensPerDay, maxAgentTokens } from '#contract/limits.ts';
import type { AgentTierRequest } from '#contract/schemas/agent-tier.ts';
import { dayMs } from '#domain/instants.ts';
import type { RevokeOutcome } from './grants.ts';
import { newToken, tokenHash } from '../../storage/tokens.ts';
import { writeState } from '../../storage/state.ts';
import type { Db, Tx } from '../../storage/store.ts';

/** Locks registrations until the transaction ends, so that concurrent ones cannot exceed the limit. */
const lockRegistrations = (tx: Tx, now: number) => writeState(tx, 'agentRegistration', { registeredAt: now });

/** Throws rate_limited if the network has reached its number of registrations a day. */
async function limitRegistrations(tx: Tx, network: string, now: number): Promise<void> {
  const latest = await tx
    .selectFrom('agentTiers')
    .select('createdAt')
    .where('network', '=', network)
    .where('createdAt', '>', now - dayMs)
    .orderBy('createdAt', 'desc')
    .limit(agentTokensPerDay)
    .execute();
  if (latest.length < agentTokensPerDay) return;
  const retryAfterSeconds = Math.ceil((latest.at(-1)!.createdAt + dayMs - now) / 1000);
  const message = `At most ${agentTokensPerDay} registrations a day from one network. Use the token that you were given.`;
  throw new ApiError('rate_limited', message, { retryAfterSeconds });
}

/** Revokes the oldest token of the network if it has the maximum number. */
const revokeOldest = (tx: Tx, network: string, now: number) =>
  tx
    .updateTable('agentTiers')
    .set({ revokedAt: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('agentTiers')
        .select('id')
        .where('network', '=', network)
        .where('revokedAt', 'is', null)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .offset(maxAgentTokens - 1)
        .limit(1),
    )
    .execute();

/** Registers an agent. `network` is the network of its address. */
export async function registerAgent(
  tx: Tx,
  { name, purpose, whyNoPayment }: AgentTierRequest,
  network: string,
  now: number,
): Promise<{ id: string; token: string }> {
  await lockRegistrations(tx, now);
  await limitRegistrations(tx, network, now);
  await revokeOldest(tx, network, now);
  const id = v7();
  const token = newToken();
  const answers = { name: name ?? null, purpose: purpose ?? null, whyNoPayment: whyNoPayment ?? null };
  const row = { id, tokenHash: tokenHash(token), ...answers, network, createdAt: now, revokedAt: null };
  await tx.insertInto('agentTiers').values(row).execute();
  return { id, token };
}

/** Returns the id of the registration of a token, or undefined if it does not exist or was revoked. */
export async function findAgentByToken(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('agentTiers')
    .select('id')
    .where('tokenHash', '=', tokenHash(token))
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** Lists registrations, newest first. */
export const listAgents = (db: Db, limit: number, offset = 0) =>
  db
    .selectFrom('agentTiers')
    .select(['id', 'name', 'purpose', 'whyNoPayment', 'createdAt', 'revokedAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const revokeAgent = (db: Db, id: string, actor: string, now: number): Promise<RevokeOutcome> =>
  db.transaction().execute(async (tx) => {
    const revoked = await tx
      .updateTable('agentTiers')
      .set({ revokedAt: now })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (revoked) {
      const entry = { at: now, who: actor, action: 'agent.revoked', subject: id, detail: null };
      await tx.insertInto('audit').values(entry).execute();
      return 'revoked';
    }
    const row = await tx.selectFrom('agentTiers').select('id').where('id', '=', id).executeTakeFirst();
    return row ? 'was_revoked' : 'unknown';
  });
