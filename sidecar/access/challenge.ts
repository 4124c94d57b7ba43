// The answer of 402: the error, and beside it every way to get access; the header is the form that clients in the field parse.
import type { PaymentContext, PaymentRequired, Tier } from '#contract/schemas/payment.ts';
import { ApiError } from '#contract/errors.ts';
import { freeItems, offersFor, offersWork, priceSats, termsOf } from '#domain/access/access.ts';
import { isoTime } from '#domain/instants.ts';
import { endpointUrl } from '#domain/links.ts';
import type { ServedFacts } from '../release/release.ts';
import type { Db } from '../store/store.ts';
import type { Refusal } from './check.ts';
import { macaroonOf, paidUntil } from './grants.ts';
import { findOpenInvoice, type Invoice, openInvoice } from './invoices.ts';
import type { Derive } from './secret.ts';
import { contextTokenOf } from './token.ts';
import type { Wallet } from './wallets/wallet.ts';

export interface ChallengeParts {
  db: Db;
  wallet: Wallet;
  secret: () => Promise<Derive>;
  /** Milliseconds. */
  now: () => number;
}

/** What the payer's wallet shows. */
const descriptionOf = ({ creator }: ServedFacts, resourceId: string): string =>
  `${creator.publication}: ${resourceId}`.slice(0, 200);

/** The invoice that this client has open for it, else a new one: asking again costs the wallet nothing. */
export async function openFor(
  { db, wallet, now }: ChallengeParts,
  facts: ServedFacts,
  resourceId: string,
  client: string,
): Promise<Invoice> {
  const amountSats = priceSats(facts.access, resourceId)!;
  const wanted = { resourceId, amountSats, client, terms: termsOf(facts.access) };
  const open = await findOpenInvoice(db, { ...wanted, wallet: wallet.name }, now());
  return open ?? openInvoice(db, wallet, { ...wanted, description: descriptionOf(facts, resourceId) }, now());
}

/** Named where no money moves. */
const walletOf = ({ wallet }: Invoice): { wallet?: 'development' } => (wallet === 'development' ? { wallet } : {});

export const contextOf = (derive: Derive, invoice: Invoice): PaymentContext => ({
  payment_context_token: contextTokenOf(derive, invoice.tokenId),
  paymentHash: invoice.paymentHash,
  invoice: invoice.invoice,
  amountSats: invoice.amountSats,
  expiresAt: isoTime(invoice.expiresAt),
  ...walletOf(invoice),
});

function tiersOf({ access, baseUrl }: ServedFacts, opened: Invoice): Tier[] {
  const url = (name: Parameters<typeof endpointUrl>[1]) => endpointUrl(baseUrl, name);
  const { amountSats, invoice, paymentHash } = opened;
  return [
    { id: 'pay', amountSats, invoice, paymentHash, verifyUrl: url('l402Verify'), ...walletOf(opened) },
    ...(offersWork(access)
      ? [{ id: 'pay_or_work' as const, workOfferUrl: url('workOffer'), workSubmitUrl: url('workSubmit') }]
      : []),
    { id: 'free_slice', registerUrl: url('registerAgentTier'), items: freeItems(access) },
  ];
}

/** `details.reason` of the 402. */
export type Reason = Refusal | 'work_not_offered' | 'context_expired';

const reasons: Record<Reason, string> = {
  malformed: 'The token is not of the form MACAROON:PREIMAGE.',
  tampered: 'The macaroon of the token was not made here, or was changed.',
  wrong_preimage: 'The preimage is not that of the invoice.',
  unknown: 'The token is not known here.',
  unpaid: 'The invoice of the token is not paid.',
  expired: 'The token has expired.',
  revoked: 'The token was revoked.',
  other_resource: 'The token is for something else.',
  used: 'The token was used: one payment buys one.',
  work_not_offered: 'Work is not taken for it.',
  context_expired: 'The payment context has expired.',
};

/** Opens an invoice and gives the error to throw. */
export async function challenge(
  parts: ChallengeParts,
  facts: ServedFacts,
  resourceId: string,
  client: string,
  reason?: Reason,
): Promise<ApiError> {
  const derive = await parts.secret();
  const opened = await openFor(parts, facts, resourceId, client);
  const macaroon = macaroonOf(derive, facts.baseUrl, { ...opened, expiresAt: paidUntil(opened) });
  const { payment_context_token } = contextOf(derive, opened);
  const members: Omit<PaymentRequired, 'error'> = {
    payment_context_token,
    payment_request_url: endpointUrl(facts.baseUrl, 'l402PaymentRequest'),
    offers: offersFor(facts.access, resourceId),
    tiers: tiersOf(facts, opened),
    terms_url: endpointUrl(facts.baseUrl, 'authMd'),
  };
  const header = `L402 macaroon="${macaroon}", invoice="${opened.invoice}", version="0", token="${macaroon}"`;
  const details = { resourceId, amountSats: opened.amountSats, ...(reason && { reason }) };
  const message = `${reason ? `${reasons[reason]} ` : ''}${resourceId} must be paid for: ${opened.amountSats} sats.`;
  return new ApiError('payment_required', message, details, { members, headers: { 'WWW-Authenticate': header } });
}
