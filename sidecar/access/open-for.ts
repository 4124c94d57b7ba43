// The invoice that a client is given: its own, or one that it shares with its neighbours and that only the preimage opens.
import { ApiError } from '#contract/errors.ts';
import { priceSats, termsOf } from '#domain/access/access.ts';
import { isManyPeople } from '../server/client.ts';
import type { ServedFacts } from '../release/release.ts';
import type { Db } from '../store/store.ts';
import { countOpened, findOpenInvoice, type Invoice, openInvoice } from './invoices.ts';
import type { Wallet } from './wallets/wallet.ts';

export interface OpenParts {
  db: Db;
  wallet: Wallet;
  /** Milliseconds. */
  now: () => number;
}

export interface Wanted {
  resourceId: string;
  /** Where minutes have a price. */
  minutes?: number | undefined;
  client: string;
}

/** What the payer's wallet shows. */
const descriptionOf = ({ creator }: ServedFacts, resourceId: string): string =>
  `${creator.publication}: ${resourceId}`.slice(0, 200);

/** Unpaid ones of a resource that an address may have opened within a while: by answers of 402, and by asking for them. */
const own = { challenged: 5, asked: 20, withinMs: 10 * 60_000 };

const sharedBy = (client: string): string => `shared ${client}`;

/** Whoever asks from the same address gets it, too: it gives nothing without the preimage, which the payer alone has. */
export const isShared = ({ client }: Pick<Invoice, 'client'>): boolean => client?.startsWith(sharedBy('')) ?? false;

/**
 * Who is known by a token or a cookie gets the invoice that it has open. Many people may be behind an address, and one
 * must not get what another paid for: each request gets an invoice of its own, and those beyond a few share one.
 * @spec-gap open-invoice
 */
export async function openFor(
  { db, wallet, now }: OpenParts,
  facts: ServedFacts,
  { resourceId, minutes, client }: Wanted,
  mayShare: boolean,
): Promise<Invoice> {
  const amountSats = priceSats(facts.access, resourceId, minutes)!;
  const wanted = { resourceId, amountSats, client, terms: termsOf(facts.access) };
  const open = (given: typeof wanted) =>
    openInvoice(db, wallet, { ...given, description: descriptionOf(facts, resourceId) }, now());
  const openOr = async (given: typeof wanted) =>
    (await findOpenInvoice(db, { ...given, wallet }, now())) ?? open(given);
  if (!isManyPeople(client)) return openOr(wanted);
  if ((await countOpened(db, wanted, now() - own.withinMs)) < (mayShare ? own.challenged : own.asked))
    return open(wanted);
  if (mayShare) return openOr({ ...wanted, client: sharedBy(client) });
  const message = 'Too many invoices are open for it. Pay one of them, or send its payment_context_token.';
  throw new ApiError('rate_limited', message, { retryAfterSeconds: 60 });
}
