// The 402 answer: an error with every way to get access, as JSON members and as headers that existing clients parse.
import type { PaymentContext, PaymentRequired, Tier } from '#contract/schemas/payment.ts';
import { ApiError } from '#contract/errors.ts';
import { freeItems, listOffers, priceSats } from '#domain/access/access.ts';
import { usdcRequirement } from '#domain/access/usdc.ts';
import { isoTime } from '#domain/instants.ts';
import { endpointUrl } from '#domain/links.ts';
import type { Release, ServedFacts } from '../../release/release.ts';
import type { TokenProblem } from './check.ts';
import { createMacaroon, paidUntil } from './grants.ts';
import { type Invoice, minPayMs } from './invoices.ts';
import { takesUsdcAlone } from './live-prices.ts';
import { mayOpenInvoice, openClientInvoice, type InvoiceDeps, type ClientInvoiceRequest } from './client-invoices.ts';
import { paymentChallenge, x402Challenge } from './rails.ts';
import type { Derive } from './secret.ts';
import { createContextToken } from './token.ts';
import { WalletTrouble } from './wallets/wallet.ts';

export interface ChallengeDeps extends InvoiceDeps {
  secret: () => Promise<Derive>;
  /** Called when the wallet is down. */
  onTrouble: (error: Error) => void;
  /** Returns true if a client at this address gets a task in place of paying. */
  offersWorkTo?: (release: Release, address: string) => Promise<boolean>;
}

/** Names the development wallet, which moves no money. */
const walletMember = ({ wallet }: Invoice): { wallet?: 'development' } => (wallet === 'development' ? { wallet } : {});

export const toPaymentContext = (derive: Derive, invoice: Invoice): PaymentContext => ({
  payment_context_token: createContextToken(derive, invoice.tokenId),
  paymentHash: invoice.paymentHash,
  invoice: invoice.invoice,
  amountSats: invoice.amountSats,
  expiresAt: isoTime(invoice.expiresAt),
  ...walletMember(invoice),
});

function payTier(baseUrl: string, openInvoice: Invoice): Tier {
  const { amountSats, invoice, paymentHash } = openInvoice;
  const verifyUrl = endpointUrl(baseUrl, 'l402Verify');
  return { id: 'pay', amountSats, invoice, paymentHash, verifyUrl, ...walletMember(openInvoice) };
}

function accessTiers({ access, baseUrl }: ServedFacts, acceptsWork: boolean, invoice: Invoice | undefined): Tier[] {
  const url = (name: Parameters<typeof endpointUrl>[1]) => endpointUrl(baseUrl, name);
  return [
    ...(invoice ? [payTier(baseUrl, invoice)] : []),
    ...(acceptsWork
      ? [{ id: 'pay_or_work' as const, workOfferUrl: url('workOffer'), workSubmitUrl: url('workSubmit') }]
      : []),
    { id: 'free_slice', registerUrl: url('registerAgentTier'), items: freeItems(access) },
  ];
}

/** Reasons why a 402 has no invoice. */
type NoInvoiceReason = 'wallet_down' | 'usdc_only' | 'unpaid' | 'too_many_open';

/** Values of `details.reason` of the 402. */
export type ChallengeReason = TokenProblem | 'work_not_offered' | 'context_expired' | NoInvoiceReason;

const reasons: Record<ChallengeReason, string> = {
  malformed: 'The token does not have the form MACAROON:PREIMAGE.',
  tampered: 'The macaroon of the token was not issued here or was changed.',
  wrong_preimage: 'The preimage does not match the invoice.',
  unknown: 'The token is unknown.',
  unpaid: 'The invoice of the token is not paid.',
  expired: 'The token has expired.',
  revoked: 'The token was revoked.',
  other_resource: 'The token is for a different resource.',
  used: 'The token was already used. One payment is for one result.',
  work_not_offered: 'This resource cannot be paid with work.',
  context_expired: 'The payment context has expired.',
  wallet_down: 'The wallet of this room does not answer. Payments are temporarily unavailable.',
  usdc_only: 'This room accepts only USDC. Pay with x402 as described in PAYMENT-REQUIRED.',
  too_many_open: 'Your address has several open invoices. POST to payment_request_url for another one.',
};

export const walletRetrySeconds = 10;

interface ChallengeRequest extends ClientInvoiceRequest {
  reason?: ChallengeReason | undefined;
  /** True if the client prefers the challenge of MPP to the one of L402. */
  isPaymentFirst?: boolean;
  address: string;
  /** Invoice of the client's token whose payment the wallet has not confirmed yet. */
  pendingInvoice?: Invoice | undefined;
}

/** The invoice of a 402, or the reason why it has none. */
interface ChallengeInvoice {
  invoice?: Invoice;
  noInvoice?: NoInvoiceReason;
}

async function openChallengeInvoice(
  deps: ChallengeDeps,
  facts: ServedFacts,
  request: ChallengeRequest,
): Promise<ChallengeInvoice> {
  const { pendingInvoice } = request;
  if (takesUsdcAlone(deps, facts.access)) return { noInvoice: 'usdc_only' };
  // A client that may have paid this invoice does not get another one.
  if (pendingInvoice)
    return deps.now() + minPayMs <= pendingInvoice.expiresAt ? { invoice: pendingInvoice } : { noInvoice: 'unpaid' };
  if (!(await mayOpenInvoice(deps, request))) return { noInvoice: 'too_many_open' };
  try {
    return { invoice: await openClientInvoice(deps, facts, request) };
  } catch (error) {
    if (!(error instanceof WalletTrouble)) throw error;
    deps.onTrouble(error);
    return { noInvoice: 'wallet_down' };
  }
}

/** Creates the headers of all payment protocols: over the invoice and in USDC. */
function challengeHeaders(
  derive: Derive,
  { baseUrl, access }: ServedFacts,
  { resourceId, amountSats }: { resourceId: string; amountSats: number },
  invoice: Invoice | undefined,
  isPaymentFirst: boolean,
): Record<string, string> {
  const usdc = usdcRequirement(access, resourceId, amountSats);
  if (!invoice) return x402Challenge(baseUrl, undefined, '', usdc);
  const macaroon = createMacaroon(derive, baseUrl, { ...invoice, expiresAt: paidUntil(invoice) });
  const header = `L402 macaroon="${macaroon}", invoice="${invoice.invoice}", version="0", token="${macaroon}"`;
  // L402 comes first by default. Some clients of MPP read only the first challenge and ask for theirs first.
  const challenges = [header, paymentChallenge(baseUrl, invoice, macaroon)];
  return {
    'WWW-Authenticate': (isPaymentFirst ? challenges.reverse() : challenges).join(', '),
    ...x402Challenge(baseUrl, invoice, macaroon, usdc),
  };
}

interface ChallengeText {
  message: string;
  reason: ChallengeReason | undefined;
  retryAfterSeconds: number | undefined;
}

function explainChallenge(
  tokenReason: ChallengeReason | undefined,
  noInvoice: NoInvoiceReason | undefined,
  price: string,
): ChallengeText {
  const isDown = noInvoice === 'wallet_down';
  const reason = isDown ? noInvoice : (tokenReason ?? noInvoice);
  const sentences = [
    reason && reasons[reason],
    noInvoice && noInvoice !== reason && reasons[noInvoice],
    !isDown && price,
  ];
  return {
    message: sentences.filter(Boolean).join(' '),
    reason,
    retryAfterSeconds: isDown || noInvoice === 'unpaid' ? walletRetrySeconds : undefined,
  };
}

/** Opens an invoice and returns the error to throw, with every way to pay that works for this client. */
export async function createChallenge(
  deps: ChallengeDeps,
  release: Release,
  request: ChallengeRequest,
): Promise<ApiError> {
  const { facts } = release;
  const { resourceId, minutes, isPaymentFirst = false, address } = request;
  const derive = await deps.secret();
  const { invoice, noInvoice } = await openChallengeInvoice(deps, facts, request);
  const amountSats = invoice?.amountSats ?? priceSats(facts.access, resourceId, minutes)!;
  const price = `${resourceId} requires payment: ${amountSats} sats.`;
  const { message, reason, retryAfterSeconds } = explainChallenge(request.reason, noInvoice, price);
  const acceptsWork = request.reason !== 'work_not_offered' && (await deps.offersWorkTo?.(release, address)) === true;
  const members = {
    ...(invoice && { payment_context_token: toPaymentContext(derive, invoice).payment_context_token }),
    payment_request_url: endpointUrl(facts.baseUrl, 'l402PaymentRequest'),
    offers: listOffers(facts.access, resourceId, minutes),
    tiers: accessTiers(facts, acceptsWork, invoice),
    terms_url: endpointUrl(facts.baseUrl, 'authMd'),
  } satisfies Omit<PaymentRequired, 'error'>;
  const headers = {
    ...(retryAfterSeconds && { 'Retry-After': String(retryAfterSeconds) }),
    ...challengeHeaders(derive, facts, { resourceId, amountSats }, invoice, isPaymentFirst),
  };
  const retry = retryAfterSeconds && { retryAfterSeconds };
  const details = { resourceId, amountSats, ...(reason && { reason }), ...retry };
  return new ApiError('payment_required', message, details, { members, headers });
}
