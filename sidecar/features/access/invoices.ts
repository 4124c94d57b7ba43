// Invoices: opened at the wallet and stored before they are sent, so that a restart loses no payment.
import type { Selectable } from 'kysely';
import type { Db } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { invoiceMs, newTokenId } from './grants.ts';
import type { Wallet } from './wallets/wallet.ts';

export type Invoice = Selectable<Tables['invoices']>;

export const unsettledFields = {
  receivedMsat: null,
  feeMsat: null,
  comparedAt: null,
  difference: null,
  usdcMicros: null,
  zapToldAt: null,
};
/** Before an invoice is looked at for the first time, unless somebody asks. */
const firstLookupMs = 10_000;

export interface InvoiceDetails {
  resourceId: string;
  amountSats: number;
  /** Seen by who pays. */
  description: string;
  /** The client that may get the same invoice again. */
  client?: string | null;
  /** The prices, as termsOf writes them. */
  terms?: string | null;
  /** The invoice carries the hash of the description alone. */
  isHashed?: boolean;
  /** Of who gave a tip. */
  comment?: string | null;
  /** The Nostr event that asked for it. */
  zapRequest?: string | null;
}

export async function openInvoice(
  db: Db,
  wallet: Wallet,
  {
    resourceId,
    amountSats,
    description,
    isHashed,
    client = null,
    terms = null,
    comment = null,
    zapRequest = null,
  }: InvoiceDetails,
  now: number,
): Promise<Invoice> {
  const {
    invoice,
    paymentHash,
    expiresAt = Infinity,
  } = await wallet.createInvoice({
    amountMsat: amountSats * 1000,
    description,
    ...(isHashed && { isHashed }),
    expirySec: invoiceMs / 1000,
  });
  const times = { createdAt: now, expiresAt: Math.min(now + invoiceMs, expiresAt), nextLookupAt: now + firstLookupMs };
  const about = {
    tokenId: newTokenId(),
    paymentHash,
    resourceId,
    amountSats,
    invoice,
    wallet: wallet.name,
    walletId: wallet.id ?? null,
  };
  const row: Invoice = { ...about, ...times, state: 'open', client, terms, comment, zapRequest, ...unsettledFields };
  await db.insertInto('invoices').values(row).execute();
  return row;
}

/** An invoice is reused only while this much time is left to pay it. @spec-gap open-invoice */
export const minPayMs = 5 * 60_000;

/** The newest that can still be paid, at today's price. */
export const findOpenInvoice = (
  db: Db,
  {
    client,
    resourceId,
    amountSats,
    terms,
    wallet: { name, id },
  }: Pick<Invoice, 'resourceId' | 'amountSats'> &
    Required<Pick<InvoiceDetails, 'client' | 'terms'>> & {
      wallet: Pick<Wallet, 'name' | 'id'>;
    },
  now: number,
): Promise<Invoice | undefined> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('client', '=', client)
    .where('resourceId', '=', resourceId)
    .where('state', '=', 'open')
    .where('amountSats', '=', amountSats)
    .where('terms', '=', terms)
    .where('wallet', '=', name)
    .where('walletId', id === undefined ? 'is' : '=', id ?? null)
    .where('expiresAt', '>=', now + minPayMs)
    .orderBy('expiresAt', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Unpaid ones that a client opened since an instant. */
export async function countOpenInvoices(
  db: Db,
  { client, resourceId }: Pick<Invoice, 'resourceId'> & Required<Pick<InvoiceDetails, 'client'>>,
  since: number,
): Promise<number> {
  const row = await db
    .selectFrom('invoices')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('client', '=', client)
    .where('resourceId', '=', resourceId)
    .where('state', '=', 'open')
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

type InvoiceKey = { tokenId: string } | { paymentHash: string };

export const findInvoice = (db: Db, key: InvoiceKey): Promise<Invoice | undefined> => {
  const all = db.selectFrom('invoices').selectAll();
  const one =
    'tokenId' in key ? all.where('tokenId', '=', key.tokenId) : all.where('paymentHash', '=', key.paymentHash);
  return one.executeTakeFirst();
};

/** It can no longer be paid, and a slow wallet has had time to report a payment. */
const lastLookupAt = ({ expiresAt }: Pick<Invoice, 'expiresAt'>): number => expiresAt + minPayMs;

export const isInvoiceOver = (invoice: Pick<Invoice, 'expiresAt'>, now: number): boolean =>
  now >= lastLookupAt(invoice);

/** After each look that found it unpaid: as long again as it is old, at least ten seconds, and once more when it is over. */
export const nextLookupTime = (invoice: Pick<Invoice, 'createdAt' | 'expiresAt'>, now: number): number =>
  Math.max(now + firstLookupMs, Math.min(now + now - invoice.createdAt, lastLookupAt(invoice)));
