// Opens invoices for tips, and lists what was given.
import { tipResource, type AskedTip } from '#domain/access/tips.ts';
import type { Db } from '../store/store.ts';
import { type Invoice, openInvoice } from './invoices.ts';
import type { OpenParts } from './open-for.ts';

/** `description` is a text, or what is hashed in its place (LUD-06). */
export type OpenTip = (
  tip: AskedTip,
  description: string,
  isHashed: boolean,
  zapRequest?: string | null,
) => Promise<Invoice>;

export const tipOpener =
  ({ db, wallet, now }: OpenParts): OpenTip =>
  ({ amountSats, comment = null }, description, isHashed, zapRequest = null) =>
    openInvoice(db, wallet, { resourceId: tipResource, amountSats, description, isHashed, comment, zapRequest }, now());

export interface Tip {
  at: number;
  sats: number;
  comment: string | null;
}

/** Newest first. */
export async function latestTips(db: Db, limit: number): Promise<Tip[]> {
  const rows = await db
    .selectFrom('grants')
    .innerJoin('invoices', 'invoices.tokenId', 'grants.tokenId')
    .select(['grants.createdAt', 'grants.amountSats', 'invoices.receivedMsat', 'invoices.comment'])
    .where('grants.resourceId', '=', tipResource)
    .where('invoices.wallet', '!=', 'development')
    .orderBy('grants.createdAt', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ createdAt, amountSats, receivedMsat, comment }) => ({
    at: Number(createdAt),
    sats: receivedMsat === null ? amountSats : Number(receivedMsat) / 1000,
    comment,
  }));
}
