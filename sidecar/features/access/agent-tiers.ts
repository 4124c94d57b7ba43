// Registrations for the free slice: an agent gets a token once, the creator sees it and may revoke it.
import { v7 } from 'uuid';
import { ApiError } from '#contract/errors.ts';
import { agentTokensPerDay, maxAgentTokens } from '#contract/limits.ts';
import type { AgentTierRequest } from '#contract/schemas/agent-tier.ts';
import { dayMs } from '#domain/instants.ts';
import { newToken, tokenHash } from '../../storage/tokens.ts';
import { writeState } from '../../storage/state.ts';
import type { Db, Tx } from '../../storage/store.ts';

export interface AgentRegistration {
  id: string;
  name: string | null;
  purpose: string | null;
  whyNoPayment: string | null;
  createdAt: number;
  revokedAt: number | null;
}

/** Until the transaction ends, so that of two registrations at once only one takes the last place. */
const lockRegistrations = (tx: Tx, now: number) => writeState(tx, 'agentRegistration', { registeredAt: now });

/** Throws rate_limited until the oldest of the latest registrations is a day old. */
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

/** Leaves room for one more. */
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

/** `network` is where the agent asks from. */
export async function registerAgent(
  tx: Tx,
  { name, purpose, whyNoPayment }: AgentTierRequest,
  network: string,
  now: number,
): Promise<{ id: string; token: string }> {
  await lockRegistrations(tx, now);
  await limitRegistrations(tx, network, now);
  await revokeOldest(tx, network, now);
  const [id, token] = [v7(), newToken()];
  const answers = { name: name ?? null, purpose: purpose ?? null, whyNoPayment: whyNoPayment ?? null };
  const row = { id, tokenHash: tokenHash(token), ...answers, network, createdAt: now, revokedAt: null };
  await tx.insertInto('agentTiers').values(row).execute();
  return { id, token };
}

/** Id of the registration that a token belongs to; undefined when there is none or it was revoked. */
export async function findAgentByToken(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('agentTiers')
    .select('id')
    .where('tokenHash', '=', tokenHash(token))
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** Newest first. */
export const listAgents = (db: Db, limit: number, offset = 0): Promise<AgentRegistration[]> =>
  db
    .selectFrom('agentTiers')
    .select(['id', 'name', 'purpose', 'whyNoPayment', 'createdAt', 'revokedAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export type RevokeOutcome = 'revoked' | 'was_revoked' | 'unknown';

export const revokeAgent = (db: Db, id: string, who: string, now: number): Promise<RevokeOutcome> =>
  db.transaction().execute(async (tx) => {
    const done = await tx
      .updateTable('agentTiers')
      .set({ revokedAt: now })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (done) {
      const entry = { at: now, who, action: 'agent.revoked', subject: id, detail: null };
      await tx.insertInto('audit').values(entry).execute();
      return 'revoked';
    }
    const known = await tx.selectFrom('agentTiers').select('id').where('id', '=', id).executeTakeFirst();
    return known ? 'was_revoked' : 'unknown';
  });
