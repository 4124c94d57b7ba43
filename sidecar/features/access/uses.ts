// One payment, one result: the token is bound to what it is used for first, and released once all who asked for that have failed.
import { sql } from 'kysely';
import type { Endpoint } from '#contract/endpoint.ts';
import { sha256 } from '#domain/ids.ts';
import type { EndpointInput, TokenUse } from '../../http/handler.ts';
import type { Db } from '../../storage/store.ts';

/** Undefined for resources that are sold by time. */
export function usageKey({ http, access }: Endpoint, { body }: EndpointInput): string | undefined {
  const once = access?.paywall?.singleUseFields;
  if (!once) return undefined;
  const asked = (body ?? {}) as Record<string, unknown>;
  return sha256(JSON.stringify([http.path, ...once.map((name) => asked[name] ?? null)]));
}

/**
 * Binds the token to what is asked for; undefined where it is bound to something else. The same may be asked for again, at
 * the same time as well: each request is counted, since one that fails must not free the token of one that gets its result.
 */
export async function bindToken(db: Db, tokenId: string, usedFor: string): Promise<TokenUse | undefined> {
  const usedBy = sql<number>`case when "usedFor" is null then 1 else coalesce("usedBy", 1) + 1 end`;
  const taken = await db
    .updateTable('grants')
    .set({ usedFor, usedBy })
    .where('tokenId', '=', tokenId)
    .where((eb) => eb.or([eb('usedFor', 'is', null), eb('usedFor', '=', usedFor)]))
    .returning('tokenId')
    .executeTakeFirst();
  if (!taken) return undefined;
  let isMine = true;
  return {
    tokenId,
    handOver: () => (isMine = false),
    giveBack: async () => {
      if (isMine) await releaseToken(db, tokenId);
      isMine = false;
    },
  };
}

/** Refused and failed work costs nothing. Once for each use; a crash in between leaves the token bound to what it was used for. */
export async function releaseToken(db: Db, tokenId: string): Promise<void> {
  const usedFor = sql<string | null>`case when coalesce("usedBy", 1) > 1 then "usedFor" end`;
  await db
    .updateTable('grants')
    .set({ usedFor, usedBy: sql<number>`coalesce("usedBy", 1) - 1` })
    .where('tokenId', '=', tokenId)
    .where('usedFor', 'is not', null)
    .execute();
}
