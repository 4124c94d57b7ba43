// Grants: access that was paid or worked for. Each payment and each piece of work becomes one, however often it is claimed.
import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { sha256 } from '#domain/ids.ts';
import { dayMs, hourMs } from '#domain/instants.ts';
import type { Db, Tx } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { mint } from './macaroon.ts';
import type { Derive } from './secret.ts';

export type Grant = Selectable<Tables['grants']>;

/** @spec-gap access-hours */
export const grantMs = dayMs;
/** The macaroon outlives the grant, so that a payment seen late (the sidecar was down) still gets its 24 hours. */
export const macaroonMs = 72 * hourMs;

export const newTokenId = (): string => randomBytes(32).toString('hex');

/** The macaroon of a token can be made again at any time: nothing of it is kept. */
export const macaroonOf = (
  derive: Derive,
  location: string,
  { tokenId, paymentHash, resourceId, mintedAt }: Pick<Grant, 'tokenId' | 'paymentHash' | 'resourceId' | 'mintedAt'>,
): string =>
  mint(derive('root', tokenId), location, { tokenId, paymentHash, resourceId, expiresAt: mintedAt + macaroonMs });

/** @spec-gap access-token */
export const accessTokenOf = (derive: Derive, location: string, grant: Grant & { preimage: string }): string =>
  `${macaroonOf(derive, location, grant)}:${grant.preimage}`;

export const findGrant = (db: Db, tokenId: string): Promise<Grant | undefined> =>
  db.selectFrom('grants').selectAll().where('tokenId', '=', tokenId).executeTakeFirst();

/** The one grant of an invoice: the first caller changes its state and makes the grant, in one transaction. */
export const grantPayment = (
  db: Db,
  paymentHash: string,
  preimage: string | undefined,
  now: number,
): Promise<'granted' | 'was_granted'> =>
  db.transaction().execute(async (tx) => {
    const paid = await tx
      .updateTable('invoices')
      .set({ state: 'settled' })
      .where('paymentHash', '=', paymentHash)
      .where('state', '!=', 'settled')
      .returning(['tokenId', 'resourceId', 'amountSats', 'createdAt as mintedAt'])
      .executeTakeFirst();
    if (!paid) return 'was_granted';
    await tx
      .insertInto('grants')
      .values({ ...paid, ...newGrant('payment', now), paymentHash, preimage: preimage ?? null, claimedAt: null })
      .execute();
    return 'granted';
  });

const newGrant = (source: Grant['source'], now: number) => ({
  source,
  createdAt: now,
  expiresAt: now + grantMs,
  revokedAt: null,
});

/**
 * A grant for work, in the transaction that accepts the work: the service makes the preimage itself and mints over its
 * hash. Gives the access token.
 */
export async function grantWork(
  tx: Tx,
  derive: Derive,
  { resourceId, location, now }: { resourceId: string; location: string; now: number },
): Promise<{ accessToken: string; tokenId: string; expiresAt: number }> {
  const tokenId = newTokenId();
  const preimage = derive('preimage', tokenId);
  const paymentHash = sha256(preimage);
  const made = { ...newGrant('work', now), tokenId, paymentHash, resourceId, preimage: preimage.toString('hex') };
  const grant = { ...made, amountSats: 0, mintedAt: now, claimedAt: now };
  await tx.insertInto('grants').values(grant).execute();
  return { accessToken: accessTokenOf(derive, location, grant), tokenId, expiresAt: grant.expiresAt };
}

/** Whether this call was the first to claim the grant. Not every wallet shows the preimage: who paid has it. */
export async function claim(db: Db, tokenId: string, now: number, preimage?: string): Promise<boolean> {
  const row = await db
    .updateTable('grants')
    .set({ claimedAt: now, ...(preimage !== undefined && { preimage }) })
    .where('tokenId', '=', tokenId)
    .where('claimedAt', 'is', null)
    .returning('tokenId')
    .executeTakeFirst();
  return row !== undefined;
}

export type Revoked = 'revoked' | 'was_revoked' | 'unknown';

/** In a transaction of the caller's. */
export async function revokeIn(tx: Tx, tokenId: string, who: string, now: number): Promise<Revoked> {
  const done = await tx
    .updateTable('grants')
    .set({ revokedAt: now })
    .where('tokenId', '=', tokenId)
    .where('revokedAt', 'is', null)
    .returning('resourceId')
    .executeTakeFirst();
  if (!done) return (await findGrant(tx, tokenId)) ? 'was_revoked' : 'unknown';
  const entry = { at: now, who, action: 'grant.revoked', subject: tokenId, detail: done.resourceId };
  await tx.insertInto('audit').values(entry).execute();
  return 'revoked';
}

export const revokeGrant = (db: Db, ...grant: [tokenId: string, who: string, now: number]): Promise<Revoked> =>
  db.transaction().execute((tx) => revokeIn(tx, ...grant));
