// One payment, one result: the token is bound to its first request, and released if that fails.
import type { Endpoint } from '#contract/endpoint.ts';
import { sha256 } from '#domain/ids.ts';
import type { Asked } from '../server/handler.ts';
import type { Db } from '../store/store.ts';

/** Undefined for resources that are sold by time. */
export function useOf({ path, paywall }: Endpoint, { body }: Asked): string | undefined {
  if (!paywall?.once) return undefined;
  const asked = (body ?? {}) as Record<string, unknown>;
  return sha256(JSON.stringify([path, ...paywall.once.map((name) => asked[name] ?? null)]));
}

/** `again`: the token was used for the same before. */
export async function use(db: Db, tokenId: string, usedFor: string): Promise<'first' | 'again' | 'used'> {
  const first = await db
    .updateTable('grants')
    .set({ usedFor })
    .where('tokenId', '=', tokenId)
    .where('usedFor', 'is', null)
    .returning('tokenId')
    .executeTakeFirst();
  if (first) return 'first';
  const grant = await db.selectFrom('grants').select('usedFor').where('tokenId', '=', tokenId).executeTakeFirst();
  return grant?.usedFor === usedFor ? 'again' : 'used';
}

/** Refused and failed work costs nothing. */
export async function giveBack(db: Db, tokenId: string): Promise<void> {
  await db.updateTable('grants').set({ usedFor: null }).where('tokenId', '=', tokenId).execute();
}
