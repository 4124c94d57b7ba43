// Opens invoices for tips and lists paid tips.
import { tipResource, type TipRequest } from '#domain/access/tips.ts';
import type { Db } from '../../storage/store.ts';
import { type Invoice, minPayMs, openInvoice } from './invoices.ts';
import type { InvoiceDeps } from './client-invoices.ts';

/**
 * Opens an invoice for a tip, or returns the open one of the client. With `isHashed` it has a hash of `description`
 * (LUD-06).
 */
export type OpenTip = (
  tip: TipRequest & { client?: string },
  description: string,
  isHashed: boolean,
  zapRequest?: string | null,
) => Promise<Invoice>;

const findOpenTip = (db: Db, client: string, now: number): Promise<Invoice | undefined> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('client', '=', client)
    .where('resourceId', '=', tipResource)
    .where('state', '=', 'open')
    .where('expiresAt', '>=', now + minPayMs)
    .executeTakeFirst();

export const tipOpener =
  ({ db, wallet, now }: InvoiceDeps): OpenTip =>
  async ({ amountSats, comment = null, client = null }, description, isHashed, zapRequest = null) => {
    const details = { resourceId: tipResource, amountSats, description, isHashed, comment, zapRequest, client };
    return (client && (await findOpenTip(db, client, now()))) || openInvoice(db, wallet, details, now());
  };

export interface Tip {
  at: number;
  sats: number;
  comment: string | null;
}

/** Lists tips, newest first. */
export async function listTips(db: Db, limit: number): Promise<Tip[]> {
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
