// Invoices, stored before clients get them, so that a restart loses no payment.
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
/** Delay of the first scheduled look-up of an invoice, in milliseconds. */
const firstLookupMs = 10_000;

export interface InvoiceDetails {
  resourceId: string;
  amountSats: number;
  /** Text that the payer sees. */
  description: string;
  /** Client that gets the same invoice for a repeated request. */
  client?: string | null;
  /** JSON of the prices. */
  terms?: string | null;
  /** True if the invoice has only the hash of the description. */
  isHashed?: boolean;
  /** Message of a tip. */
  comment?: string | null;
  /** Nostr event that requested the tip (NIP-57). */
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
  const identity = {
    tokenId: newTokenId(),
    paymentHash,
    resourceId,
    amountSats,
    invoice,
    wallet: wallet.name,
    walletId: wallet.id ?? null,
  };
  const row: Invoice = { ...identity, ...times, state: 'open', client, terms, comment, zapRequest, ...unsettledFields };
  await db.insertInto('invoices').values(row).execute();
  return row;
}

/** Minimum time to pay a reused invoice, in milliseconds. @spec-gap open-invoice */
export const minPayMs = 5 * 60_000;

/** Finds the latest invoice of the client that can still be paid at the current price. */
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

/** Counts unpaid invoices that a client has opened since a time. */
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
  const matching =
    'tokenId' in key ? all.where('tokenId', '=', key.tokenId) : all.where('paymentHash', '=', key.paymentHash);
  return matching.executeTakeFirst();
};

/** Returns the time after which no payment is expected, including a delay for slow wallets. */
const lastLookupAt = ({ expiresAt }: Pick<Invoice, 'expiresAt'>): number => expiresAt + minPayMs;

export const isInvoiceOver = (invoice: Pick<Invoice, 'expiresAt'>, now: number): boolean =>
  now >= lastLookupAt(invoice);

/**
 * Schedules the next look-up of an unpaid invoice after the same time as its age, at least ten seconds, and once at
 * its end.
 */
export const nextLookupTime = (invoice: Pick<Invoice, 'createdAt' | 'expiresAt'>, now: number): number =>
  Math.max(now + firstLookupMs, Math.min(now + now - invoice.createdAt, lastLookupAt(invoice)));
