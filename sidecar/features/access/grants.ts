// Grants: access that was paid for or earned with work. Each payment and each work result creates exactly one.
import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { tipLimits, tipResource } from '#domain/access/tips.ts';
import { consolePath } from '#domain/live-pages.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import { queueNotice } from '../../storage/notices.ts';
import { sha256 } from '#domain/ids.ts';
import { dayMs, hourMs } from '#domain/instants.ts';
import type { Db, Tx } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { type Claims, mintMacaroon } from './macaroon.ts';
import { type Derive, secretReader } from './secret.ts';
import type { Settlement } from './wallets/wallet.ts';

export type Grant = Selectable<Tables['grants']>;

/** @spec-gap access-hours */
export const grantMs = dayMs;
/** Time to pay an invoice, in milliseconds. */
export const invoiceMs = hourMs;
/**
 * Returns when the token of a challenge expires: a day after the invoice, since the time of payment is not known in
 * advance.
 */
export const paidUntil = ({ createdAt }: { createdAt: number }): number => createdAt + invoiceMs + grantMs;

/** Returns the prices at the time of sale, or undefined for current prices. */
export const termsOfSale = ({ terms }: Pick<Grant, 'terms'>): AccessFile | undefined =>
  terms === null ? undefined : (JSON.parse(terms) as AccessFile);

export const newTokenId = (): string => randomBytes(32).toString('hex');

/** Creates the macaroon of a token. It can be recreated at any time and is not stored. */
export const createMacaroon = (
  derive: Derive,
  location: string,
  { tokenId, paymentHash, resourceId, expiresAt }: Claims,
): string => mintMacaroon(derive('root', tokenId), location, { tokenId, paymentHash, resourceId, expiresAt });

/** @spec-gap access-token */
export const createAccessToken = (derive: Derive, location: string, grant: Grant & { preimage: string }): string =>
  `${createMacaroon(derive, location, grant)}:${grant.preimage}`;

export const findGrant = (db: Db, tokenId: string): Promise<Grant | undefined> =>
  db.selectFrom('grants').selectAll().where('tokenId', '=', tokenId).executeTakeFirst();

const notifyTip = (tx: Tx, sats: number, comment: string | null, now: number): Promise<void> => {
  const text = strangerText(comment ?? '', tipLimits.commentLength);
  return queueNotice(tx, { event: 'tip', title: `A tip of ${sats} sats`, text, path: `${consolePath}/income` }, now);
};

/** Settles an invoice and creates its grant in one transaction, unless another call has done so. */
export const grantPayment = (
  db: Db,
  paymentHash: string,
  { preimage, receivedMsat, feeMsat }: Settlement,
  now: number,
): Promise<'granted' | 'was_granted'> =>
  db.transaction().execute(async (tx) => {
    const paid = await tx
      .updateTable('invoices')
      .set({ state: 'settled', receivedMsat: receivedMsat ?? null, feeMsat: feeMsat ?? null })
      .where('paymentHash', '=', paymentHash)
      .where('state', '!=', 'settled')
      .returning(['tokenId', 'resourceId', 'amountSats', 'createdAt as mintedAt', 'terms', 'comment'])
      .executeTakeFirst();
    if (!paid) return 'was_granted';
    // A payment that is noticed late still gives access for a full day.
    const expiresAt = Math.max(paidUntil({ createdAt: paid.mintedAt }), now + grantMs);
    const fields = {
      source: 'payment',
      createdAt: now,
      expiresAt,
      revokedAt: null,
      claimedAt: null,
      usedFor: null,
      usedBy: null,
    } as const;
    const { comment, ...sold } = paid;
    await tx
      .insertInto('grants')
      .values({ ...sold, ...fields, paymentHash, preimage: preimage ?? null })
      .execute();
    if (sold.resourceId === tipResource) await notifyTip(tx, sold.amountSats, comment, now);
    return 'granted';
  });

/**
 * Creates a grant for work in the transaction that accepts the work, and returns its access token. There is no
 * invoice, so the preimage is derived from the secret.
 */
export async function grantWork(
  tx: Tx,
  derive: Derive,
  { resourceId, location, now }: { resourceId: string; location: string; now: number },
): Promise<{ accessToken: string; resourceId: string; tokenId: string; expiresAt: number }> {
  const tokenId = newTokenId();
  const preimage = derive('preimage', tokenId);
  const paymentHash = sha256(preimage);
  const times = { mintedAt: now, createdAt: now, claimedAt: now, expiresAt: now + grantMs, revokedAt: null };
  const fields = { source: 'work', amountSats: 0, resourceId, terms: null, usedFor: null, usedBy: null } as const;
  const grant = { ...fields, ...times, tokenId, paymentHash, preimage: preimage.toString('hex') };
  await tx.insertInto('grants').values(grant).execute();
  return { accessToken: createAccessToken(derive, location, grant), resourceId, tokenId, expiresAt: grant.expiresAt };
}

/** Returns the access token of an existing grant, or undefined if it was revoked. */
async function findAccessToken(db: Db, derive: Derive, tokenId: string, location: string) {
  const grant = await findGrant(db, tokenId);
  if (!grant || grant.preimage === null || grant.revokedAt !== null) return undefined;
  const accessToken = createAccessToken(derive, location, { ...grant, preimage: grant.preimage });
  return { accessToken, resourceId: grant.resourceId, expiresAt: grant.expiresAt };
}

/**
 * Marks a grant as claimed and returns true for the first claim. Stores the preimage of the payer, if the wallet has
 * none.
 */
export async function claimGrant(db: Db, tokenId: string, now: number, preimage?: string): Promise<boolean> {
  const row = await db
    .updateTable('grants')
    .set({ claimedAt: now, ...(preimage !== undefined && { preimage }) })
    .where('tokenId', '=', tokenId)
    .where('claimedAt', 'is', null)
    .returning('tokenId')
    .executeTakeFirst();
  return row !== undefined;
}

export type RevokeOutcome = 'revoked' | 'was_revoked' | 'unknown';

/** Revokes a grant in the transaction of the caller. */
export async function revokeGrantIn(tx: Tx, tokenId: string, actor: string, now: number): Promise<RevokeOutcome> {
  const revoked = await tx
    .updateTable('grants')
    .set({ revokedAt: now })
    .where('tokenId', '=', tokenId)
    .where('revokedAt', 'is', null)
    .returning('resourceId')
    .executeTakeFirst();
  if (!revoked) return (await findGrant(tx, tokenId)) ? 'was_revoked' : 'unknown';
  const entry = { at: now, who: actor, action: 'grant.revoked', subject: tokenId, detail: revoked.resourceId };
  await tx.insertInto('audit').values(entry).execute();
  return 'revoked';
}

export const revokeGrant = (db: Db, tokenId: string, actor: string, now: number): Promise<RevokeOutcome> =>
  db.transaction().execute((tx) => revokeGrantIn(tx, tokenId, actor, now));

/** Returns a function that loads the grants for work, with the secret that signs their tokens. */
export function grantsForWork(db: Db) {
  const secret = secretReader(db);
  return async () => {
    const derive = await secret();
    return {
      add: (tx: Tx, request: Parameters<typeof grantWork>[2]) => grantWork(tx, derive, request),
      find: (tx: Db, tokenId: string, location: string) => findAccessToken(tx, derive, tokenId, location),
      revoke: revokeGrantIn,
    };
  };
}
