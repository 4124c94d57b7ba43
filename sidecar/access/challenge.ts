// The answer of 402: the error, and beside it every way to get access; the header is the form that clients in the field parse.
import type { PaymentContext, PaymentRequired, Tier } from '#contract/schemas/payment.ts';
import { ApiError } from '#contract/errors.ts';
import { freeItems, offersFor, offersWork, priceSats } from '#domain/access/access.ts';
import { usdcRequirement } from '#domain/access/usdc.ts';
import { isoTime } from '#domain/instants.ts';
import { endpointUrl } from '#domain/links.ts';
import type { ServedFacts } from '../release/release.ts';
import type { Refusal } from './check.ts';
import { macaroonOf, paidUntil } from './grants.ts';
import type { Invoice } from './invoices.ts';
import { isShared, openFor, type OpenParts, type Wanted } from './open-for.ts';
import { paymentChallenge, x402Challenge } from './rails.ts';
import type { Derive } from './secret.ts';
import { contextTokenOf } from './token.ts';
import { WalletTrouble } from './wallets/wallet.ts';

export interface ChallengeParts extends OpenParts {
  secret: () => Promise<Derive>;
  /** Called when the wallet is down. */
  onTrouble: (error: Error) => void;
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

const membersOf = (
  facts: ServedFacts,
  { resourceId, minutes }: Wanted,
  opened?: Invoice,
): Omit<PaymentRequired, 'error'> => ({
  payment_request_url: endpointUrl(facts.baseUrl, 'l402PaymentRequest'),
  offers: offersFor(facts.access, resourceId, minutes),
  tiers: tiersOf(facts, opened),
  terms_url: endpointUrl(facts.baseUrl, 'authMd'),
});

export const walletRetrySeconds = 10;

/** What can be had while the wallet is down: work, and the free slice. */
function withoutInvoice(facts: ServedFacts, wanted: Wanted): ApiError {
  const { resourceId, minutes } = wanted;
  const amountSats = priceSats(facts.access, resourceId, minutes)!;
  const details = { resourceId, amountSats, reason: 'wallet_down', retryAfterSeconds: walletRetrySeconds };
  const usdc = usdcRequirement(facts.access, resourceId, amountSats);
  const headers = {
    'Retry-After': String(walletRetrySeconds),
    ...x402Challenge(facts.baseUrl, undefined, '', usdc),
  };
  const members = membersOf(facts, wanted);
  return new ApiError('payment_required', reasons.wallet_down, details, { members, headers });
}

/** A shared invoice is named to nobody. */
function waysToPay(derive: Derive, facts: ServedFacts, opened: Invoice, isPaymentFirst: boolean) {
  const { baseUrl, access } = facts;
  const macaroon = macaroonOf(derive, baseUrl, { ...opened, expiresAt: paidUntil(opened) });
  const header = `L402 macaroon="${macaroon}", invoice="${opened.invoice}", version="0", token="${macaroon}"`;
  // L402 comes first unless the client asks otherwise: some clients of MPP read the first challenge alone.
  const challenges = [header, paymentChallenge(baseUrl, opened, macaroon)];
  const usdc = usdcRequirement(access, opened.resourceId, opened.amountSats);
  const headers = {
    'WWW-Authenticate': (isPaymentFirst ? challenges.reverse() : challenges).join(', '),
    ...x402Challenge(baseUrl, opened, macaroon, usdc),
  };
  if (isShared(opened)) return { headers, members: {} };
  return { headers, members: { payment_context_token: contextOf(derive, opened).payment_context_token } };
}

/** Opens an invoice and gives the error to throw. */
export async function challenge(
  parts: ChallengeParts,
  facts: ServedFacts,
  wanted: Wanted & { reason?: Reason | undefined; isPaymentFirst?: boolean },
): Promise<ApiError> {
  const { resourceId, reason, isPaymentFirst = false } = wanted;
  const derive = await parts.secret();
  const opened = await openFor(parts, facts, wanted, true).catch((error: unknown) => {
    if (!(error instanceof WalletTrouble)) throw error;
    parts.onTrouble(error);
  });
  if (!opened) return withoutInvoice(facts, wanted);
  const { headers, members } = waysToPay(derive, facts, opened, isPaymentFirst);
  const details = { resourceId, amountSats: opened.amountSats, ...(reason && { reason }) };
  const message = `${reason ? `${reasons[reason]} ` : ''}${resourceId} must be paid for: ${opened.amountSats} sats.`;
  const beside = { members: { ...members, ...membersOf(facts, wanted, opened) }, headers };
  return new ApiError('payment_required', message, details, beside);
}
