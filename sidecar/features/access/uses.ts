// One result per payment: a token is bound to its first request, and released if all such requests fail.
import { sql } from 'kysely';
import type { Endpoint } from '#contract/endpoint.ts';
import { sha256 } from '#domain/ids.ts';
import type { EndpointInput, TokenUse } from '../../http/handler.ts';
import type { Db } from '../../storage/store.ts';

/** Returns a hash of the request, or undefined for resources that are sold by time. */
export function usageKey({ http, access }: Endpoint, { body }: EndpointInput): string | undefined {
  const once = access?.paywall?.singleUseFields;
  if (!once) return undefined;
  const fields = (body ?? {}) as Record<string, unknown>;
  return sha256(JSON.stringify([http.path, ...once.map((name) => fields[name] ?? null)]));
}

/**
 * Binds the token to a request. Returns undefined if it is bound to a different one. Requests are counted, so that a
 * failed request does not release the token of a concurrent successful one.
 */
export async function bindToken(db: Db, tokenId: string, usedFor: string): Promise<TokenUse | undefined> {
  const usedBy = sql<number>`case when "usedFor" is null then 1 else coalesce("usedBy", 1) + 1 end`;
  const bound = await db
    .updateTable('grants')
    .set({ usedFor, usedBy })
    .where('tokenId', '=', tokenId)
    .where((eb) => eb.or([eb('usedFor', 'is', null), eb('usedFor', '=', usedFor)]))
    .returning('tokenId')
    .executeTakeFirst();
  if (!bound) return undefined;
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

/**
 * Releases the token after a failed request. Call it once for each use. After a crash the token stays bound to its
 * request.
 */
export async function releaseToken(db: Db, tokenId: string): Promise<void> {
  const usedFor = sql<string | null>`case when coalesce("usedBy", 1) > 1 then "usedFor" end`;
  await db
    .updateTable('grants')
    .set({ usedFor, usedBy: sql<number>`coalesce("usedBy", 1) - 1` })
    .where('tokenId', '=', tokenId)
    .where('usedFor', 'is not', null)
    .execute();
}
