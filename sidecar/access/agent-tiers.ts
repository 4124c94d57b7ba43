// Registrations for the free slice: an agent gets a token once, the creator sees it and may revoke it.
import { v7 } from 'uuid';
import type { AgentTierRequest } from '#contract/schemas/agent-tier.ts';
import { newToken, tokenHash } from '../http/tokens.ts';
import type { Db } from '../store/store.ts';

export interface AgentRegistration {
  id: string;
  name: string | null;
  purpose: string | null;
  whyNoPayment: string | null;
  createdAt: number;
  revokedAt: number | null;
}

export async function registerAgent(
  db: Db,
  { name, purpose, whyNoPayment }: AgentTierRequest,
  now: number,
): Promise<{ id: string; token: string }> {
  const [id, token] = [v7(), newToken()];
  const said = { name: name ?? null, purpose: purpose ?? null, whyNoPayment: whyNoPayment ?? null };
  const row = { id, tokenHash: tokenHash(token), ...said, createdAt: now, revokedAt: null };
  await db.insertInto('agentTiers').values(row).execute();
  return { id, token };
}

/** Id of the registration that a token belongs to; undefined when there is none or it was revoked. */
export async function agentOfToken(db: Db, token: string): Promise<string | undefined> {
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

export type Revoked = 'revoked' | 'was_revoked' | 'unknown';

export const revokeAgent = (db: Db, id: string, who: string, now: number): Promise<Revoked> =>
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
