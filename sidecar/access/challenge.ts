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
import { paymentChallenge, x402Challenge } from './rails.ts';
import type { Derive } from './secret.ts';
import { contextTokenOf } from './token.ts';
import { type Wallet, WalletTrouble } from './wallets/wallet.ts';

export interface ChallengeParts {
  db: Db;
  wallet: Wallet;
  secret: () => Promise<Derive>;
  /** Milliseconds. */
  now: () => number;
  /** Called when the wallet is down. */
  onTrouble: (error: Error) => void;
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

function payTier(baseUrl: string, opened: Invoice): Tier {
  const { amountSats, invoice, paymentHash } = opened;
  const verifyUrl = endpointUrl(baseUrl, 'l402Verify');
  return { id: 'pay', amountSats, invoice, paymentHash, verifyUrl, ...walletOf(opened) };
}

function tiersOf({ access, baseUrl }: ServedFacts, opened: Invoice | undefined): Tier[] {
  const url = (name: Parameters<typeof endpointUrl>[1]) => endpointUrl(baseUrl, name);
  return [
    ...(opened ? [payTier(baseUrl, opened)] : []),
    ...(offersWork(access)
      ? [{ id: 'pay_or_work' as const, workOfferUrl: url('workOffer'), workSubmitUrl: url('workSubmit') }]
      : []),
    { id: 'free_slice', registerUrl: url('registerAgentTier'), items: freeItems(access) },
  ];
}

/** `details.reason` of the 402. */
export type Reason = Refusal | 'work_not_offered' | 'context_expired' | 'wallet_down';

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
  wallet_down: 'The wallet of this room does not answer, so that nothing can be paid now.',
};

const membersOf = (facts: ServedFacts, resourceId: string, opened?: Invoice): Omit<PaymentRequired, 'error'> => ({
  payment_request_url: endpointUrl(facts.baseUrl, 'l402PaymentRequest'),
  offers: offersFor(facts.access, resourceId),
  tiers: tiersOf(facts, opened),
  terms_url: endpointUrl(facts.baseUrl, 'authMd'),
});

export const walletRetrySeconds = 10;

/** What can be had while the wallet is down: work, and the free slice. */
function withoutInvoice(facts: ServedFacts, resourceId: string): ApiError {
  const amountSats = priceSats(facts.access, resourceId)!;
  const details = { resourceId, amountSats, reason: 'wallet_down', retryAfterSeconds: walletRetrySeconds };
  const headers = { 'Retry-After': String(walletRetrySeconds) };
  const members = membersOf(facts, resourceId);
  return new ApiError('payment_required', reasons.wallet_down, details, { members, headers });
}

/** Opens an invoice and gives the error to throw. */
export async function challenge(
  parts: ChallengeParts,
  facts: ServedFacts,
  resourceId: string,
  client: string,
  reason?: Reason,
): Promise<ApiError> {
  const derive = await parts.secret();
  const opened = await openFor(parts, facts, resourceId, client).catch((error: unknown) => {
    if (!(error instanceof WalletTrouble)) throw error;
    parts.onTrouble(error);
  });
  if (!opened) return withoutInvoice(facts, resourceId);
  const macaroon = macaroonOf(derive, facts.baseUrl, { ...opened, expiresAt: paidUntil(opened) });
  const { payment_context_token } = contextOf(derive, opened);
  const members = { payment_context_token, ...membersOf(facts, resourceId, opened) };
  const header = `L402 macaroon="${macaroon}", invoice="${opened.invoice}", version="0", token="${macaroon}"`;
  const details = { resourceId, amountSats: opened.amountSats, ...(reason && { reason }) };
  const message = `${reason ? `${reasons[reason]} ` : ''}${resourceId} must be paid for: ${opened.amountSats} sats.`;
  const headers = {
    // L402 comes first: what every client examined in the field parses.
    'WWW-Authenticate': `${header}, ${paymentChallenge(facts.baseUrl, opened, macaroon)}`,
    'PAYMENT-REQUIRED': x402Challenge(facts.baseUrl, opened, macaroon),
  };
  return new ApiError('payment_required', message, details, { members, headers });
}
