// The invoice that a client is given, which is its own.
import { ApiError } from '#contract/errors.ts';
import { priceSats, priceTerms } from '#domain/access/access.ts';
import { isSharedClient } from '../../http/client.ts';
import type { ServedFacts } from '../../release/release.ts';
import type { Db } from '../../storage/store.ts';
import { countOpenInvoices, findOpenInvoice, type Invoice, openInvoice } from './invoices.ts';
import type { Wallet } from './wallets/wallet.ts';

export interface InvoiceDeps {
  db: Db;
  wallet: Wallet;
  /** Milliseconds. */
  now: () => number;
}

export interface ClientInvoiceRequest {
  resourceId: string;
  /** Where minutes have a price. */
  minutes?: number | undefined;
  client: string;
}

/** What the payer's wallet shows. */
const describeInvoice = ({ creator }: ServedFacts, resourceId: string): string =>
  `${creator.publication}: ${resourceId}`.slice(0, 200);

/** Unpaid invoices of a resource that one address may open within ten minutes: with answers of 402, and in all. */
const limits = { challenged: 5, all: 20, withinMs: 10 * 60_000 };

/**
 * The invoice to pay. A client that is known by a token or a cookie gets the one that it has open. Many people may be
 * behind an address, and one must not get what another paid for: each of their requests gets an invoice of its own.
 * Throws rate_limited if the address has too many.
 * @spec-gap open-invoice
 */
export async function openClientInvoice(
  { db, wallet, now }: InvoiceDeps,
  facts: ServedFacts,
  { resourceId, minutes, client }: ClientInvoiceRequest,
): Promise<Invoice> {
  const amountSats = priceSats(facts.access, resourceId, minutes)!;
  const wanted = { resourceId, amountSats, client, terms: priceTerms(facts.access) };
  if (!isSharedClient(client)) {
    const open = await findOpenInvoice(db, { ...wanted, wallet }, now());
    if (open) return open;
  } else if ((await countOpenInvoices(db, wanted, now() - limits.withinMs)) >= limits.all) {
    const message = 'Too many invoices are open for it. Pay one of them, or send its payment_context_token.';
    throw new ApiError('rate_limited', message, { retryAfterSeconds: 60 });
  }
  return openInvoice(db, wallet, { ...wanted, description: describeInvoice(facts, resourceId) }, now());
}

/** Returns true if a 402 may open another invoice for this client. */
export const mayOpenInvoice = async (
  { db, now }: InvoiceDeps,
  { client, resourceId }: ClientInvoiceRequest,
): Promise<boolean> =>
  !isSharedClient(client) ||
  (await countOpenInvoices(db, { client, resourceId }, now() - limits.withinMs)) < limits.challenged;
