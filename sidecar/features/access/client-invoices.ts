// Invoices for clients. Each client gets its own.
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
  /** Returns milliseconds since the epoch. */
  now: () => number;
}

export interface ClientInvoiceRequest {
  resourceId: string;
  /** Number of minutes, for resources with a price per minute. */
  minutes?: number | undefined;
  client: string;
}

/** Returns the text that the payer's wallet shows. */
const describeInvoice = ({ creator }: ServedFacts, resourceId: string): string =>
  `${creator.publication}: ${resourceId}`.slice(0, 200);

/** Unpaid invoices that an address may open for a resource within ten minutes: by 402 answers, and altogether. */
const limits = { byChallenge: 5, total: 20, withinMs: 10 * 60_000 };

/**
 * Returns an invoice for the client. A client with a token or cookie gets its open invoice again. Clients that are
 * known only by their address get a new invoice for each request, since many people may share an address. Throws
 * rate_limited if an address has too many open invoices.
 * @spec-gap open-invoice
 */
export async function openClientInvoice(
  { db, wallet, now }: InvoiceDeps,
  facts: ServedFacts,
  { resourceId, minutes, client }: ClientInvoiceRequest,
): Promise<Invoice> {
  const amountSats = priceSats(facts.access, resourceId, minutes)!;
  const details = { resourceId, amountSats, client, terms: priceTerms(facts.access) };
  if (!isSharedClient(client)) {
    const invoice = await findOpenInvoice(db, { ...details, wallet }, now());
    if (invoice) return invoice;
  } else if ((await countOpenInvoices(db, details, now() - limits.withinMs)) >= limits.total) {
    const message =
      'Your address has too many open invoices for this resource. Pay one of them or send its payment_context_token.';
    throw new ApiError('rate_limited', message, { retryAfterSeconds: 60 });
  }
  return openInvoice(db, wallet, { ...details, description: describeInvoice(facts, resourceId) }, now());
}

/** Returns true if a 402 may open another invoice for this client. */
export const mayOpenInvoice = async (
  { db, now }: InvoiceDeps,
  { client, resourceId }: ClientInvoiceRequest,
): Promise<boolean> =>
  !isSharedClient(client) ||
  (await countOpenInvoices(db, { client, resourceId }, now() - limits.withinMs)) < limits.byChallenge;
