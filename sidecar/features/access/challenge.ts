// The answer of 402: the error, and beside it every way to get access; the header is the form that clients in the field parse.
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

/** Named where no money moves. */
const walletMember = ({ wallet }: Invoice): { wallet?: 'development' } => (wallet === 'development' ? { wallet } : {});

export const toPaymentContext = (derive: Derive, invoice: Invoice): PaymentContext => ({
  payment_context_token: createContextToken(derive, invoice.tokenId),
  paymentHash: invoice.paymentHash,
  invoice: invoice.invoice,
  amountSats: invoice.amountSats,
  expiresAt: isoTime(invoice.expiresAt),
  ...walletMember(invoice),
});

function payTier(baseUrl: string, opened: Invoice): Tier {
  const { amountSats, invoice, paymentHash } = opened;
  const verifyUrl = endpointUrl(baseUrl, 'l402Verify');
  return { id: 'pay', amountSats, invoice, paymentHash, verifyUrl, ...walletMember(opened) };
}

function accessTiers({ access, baseUrl }: ServedFacts, takesWork: boolean, opened: Invoice | undefined): Tier[] {
  const url = (name: Parameters<typeof endpointUrl>[1]) => endpointUrl(baseUrl, name);
  return [
    ...(opened ? [payTier(baseUrl, opened)] : []),
    ...(takesWork
      ? [{ id: 'pay_or_work' as const, workOfferUrl: url('workOffer'), workSubmitUrl: url('workSubmit') }]
      : []),
    { id: 'free_slice', registerUrl: url('registerAgentTier'), items: freeItems(access) },
  ];
}

/** Why a 402 has no invoice. */
type NoInvoiceReason = 'wallet_down' | 'usdc_only' | 'unpaid' | 'too_many_open';

/** `details.reason` of the 402. */
export type ChallengeReason = TokenProblem | 'work_not_offered' | 'context_expired' | NoInvoiceReason;

const reasons: Record<ChallengeReason, string> = {
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
  usdc_only: 'This room takes USDC alone: pay as PAYMENT-REQUIRED says (x402).',
  too_many_open: 'Several invoices are open for your address. POST to payment_request_url for another one.',
};

export const walletRetrySeconds = 10;

interface ChallengeRequest extends ClientInvoiceRequest {
  reason?: ChallengeReason | undefined;
  /** The client asks for the challenge of MPP before the one of L402. */
  isPaymentFirst?: boolean;
  address: string;
  /** The invoice of the client's token, if the wallet does not say yet that it is paid. */
  pendingInvoice?: Invoice | undefined;
}

async function openChallengeInvoice(
  deps: ChallengeDeps,
  facts: ServedFacts,
  wanted: ChallengeRequest,
): Promise<Invoice | NoInvoiceReason> {
  const { pendingInvoice: unseen } = wanted;
  if (takesUsdcAlone(deps, facts.access)) return 'usdc_only';
  // Whoever may have paid it is not given another one.
  if (unseen) return deps.now() + minPayMs <= unseen.expiresAt ? unseen : 'unpaid';
  if (!(await mayOpenInvoice(deps, wanted))) return 'too_many_open';
  return openClientInvoice(deps, facts, wanted).catch((error: unknown) => {
    if (!(error instanceof WalletTrouble)) throw error;
    deps.onTrouble(error);
    return 'wallet_down';
  });
}

/** The challenges of each rail: over the invoice, and in USDC. */
function challengeHeaders(
  derive: Derive,
  { baseUrl, access }: ServedFacts,
  { resourceId, amountSats }: { resourceId: string; amountSats: number },
  opened: Invoice | undefined,
  isPaymentFirst: boolean,
): Record<string, string> {
  const usdc = usdcRequirement(access, resourceId, amountSats);
  if (!opened) return x402Challenge(baseUrl, undefined, '', usdc);
  const macaroon = createMacaroon(derive, baseUrl, { ...opened, expiresAt: paidUntil(opened) });
  const header = `L402 macaroon="${macaroon}", invoice="${opened.invoice}", version="0", token="${macaroon}"`;
  // L402 comes first unless the client asks otherwise: some clients of MPP read the first challenge alone.
  const challenges = [header, paymentChallenge(baseUrl, opened, macaroon)];
  return {
    'WWW-Authenticate': (isPaymentFirst ? challenges.reverse() : challenges).join(', '),
    ...x402Challenge(baseUrl, opened, macaroon, usdc),
  };
}

/** Opens an invoice and gives the error to throw. Every way to pay in it works for this client. */
export async function createChallenge(
  deps: ChallengeDeps,
  release: Release,
  wanted: ChallengeRequest,
): Promise<ApiError> {
  const { facts } = release;
  const { resourceId, minutes, reason: given, isPaymentFirst = false, address } = wanted;
  const derive = await deps.secret();
  const invoice = await openChallengeInvoice(deps, facts, wanted);
  const opened = typeof invoice === 'string' ? undefined : invoice;
  const none = typeof invoice === 'string' ? invoice : undefined;
  const amountSats = opened?.amountSats ?? priceSats(facts.access, resourceId, minutes)!;
  const reason = none === 'wallet_down' ? none : (given ?? none);
  const wait = none === 'wallet_down' || none === 'unpaid' ? walletRetrySeconds : undefined;
  const takesWork = given !== 'work_not_offered' && (await deps.offersWorkTo?.(release, address)) === true;
  const details = { resourceId, amountSats, ...(reason && { reason }), ...(wait && { retryAfterSeconds: wait }) };
  const says = [reason && reasons[reason], none !== reason && none && reasons[none]].filter(Boolean);
  const price = none === 'wallet_down' ? [] : [`${resourceId} must be paid for: ${amountSats} sats.`];
  const members = {
    ...(opened && { payment_context_token: toPaymentContext(derive, opened).payment_context_token }),
    payment_request_url: endpointUrl(facts.baseUrl, 'l402PaymentRequest'),
    offers: listOffers(facts.access, resourceId, minutes),
    tiers: accessTiers(facts, takesWork, opened),
    terms_url: endpointUrl(facts.baseUrl, 'authMd'),
  } satisfies Omit<PaymentRequired, 'error'>;
  const headers = {
    ...(wait && { 'Retry-After': String(wait) }),
    ...challengeHeaders(derive, facts, { resourceId, amountSats }, opened, isPaymentFirst),
  };
  return new ApiError('payment_required', [...says, ...price].join(' '), details, { members, headers });
}
