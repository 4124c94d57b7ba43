// The paywall for HTTP requests, tool calls and messages of other agents.
import type { Endpoint } from '#contract/endpoint.ts';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { ApiError } from '#contract/errors.ts';
import { freeItems, opensTexts, minutesBought, priceSats, textsHavePrice } from '#domain/access/access.ts';
import type { Admission, CheckPaywall, PaywallClient } from '../../http/paywall.ts';
import { fullAdmission } from '../../http/paywall.ts';
import { isSharedClient } from '../../http/client.ts';
import type { Pass } from '../../release/priced-texts.ts';
import type { EndpointInput } from '../../http/handler.ts';
import { rateHeaders, throwIfRateLimited, type TakeRate } from '../../http/rate-limit.ts';
import type { Release } from '../../release/release.ts';
import { findPurchases, opensResource } from './purchases.ts';
import { createChallenge, type ChallengeDeps, walletRetrySeconds } from './challenge.ts';
import type { TokenProblem, TokenChecker } from './check.ts';
import { type Grant, termsOfSale } from './grants.ts';
import type { Invoice } from './invoices.ts';
import {
  prefersPaymentScheme,
  usesX402,
  paysOnLightning,
  readX402Payment,
  receiptHeaders,
  x402ReceiptHeader,
  findX402Token,
} from './rails.ts';
import { usesAccessScheme, readAccessToken } from './token.ts';
import type { Usdc } from './usdc.ts';
import { bindToken, usageKey } from './uses.ts';
import { WalletTrouble } from './wallets/wallet.ts';

/** Returns the length of a recording in seconds, if it is known before the payment. */
export type RecordingLength = (sourceUrl: string) => number | undefined;

export interface PaywallDeps extends ChallengeDeps {
  takeRate: TakeRate;
  usdc: Usdc;
  secondsOf?: RecordingLength | undefined;
  checker: TokenChecker;
  /** Returns the id of the agent of a bearer token. */
  findAgent: (authorization: string | undefined) => Promise<string | undefined>;
}

/** Creates the error for a wallet that is down. The same request works when it is back. */
function walletDownError(): ApiError {
  const message = 'The wallet of this room does not answer. Your payment is safe; try again later.';
  const headers = { 'Retry-After': String(walletRetrySeconds) };
  return new ApiError('internal_error', message, undefined, { members: {}, headers });
}

/** Runs an operation and converts wallet failures to the error for clients. */
export async function withWalletErrors<T>(onTrouble: (error: Error) => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WalletTrouble)) throw error;
    onTrouble(error);
    throw walletDownError();
  }
}

interface PaywallRequest {
  endpoint: Endpoint;
  input: EndpointInput;
  holder: PaywallClient;
  release: Release;
}

/** Request for a resource with a price. */
type PricedRequest = PaywallRequest & { resource: RequestedResource };

/** Resource that a request needs, and the number of minutes if minutes have a price. */
interface RequestedResource {
  resourceId: string;
  minutes?: number | undefined;
}

/** Returns the minutes of the request, or else of the recording. */
function readRequestedMinutes(
  { secondsOf }: PaywallDeps,
  { access }: Endpoint,
  { body }: EndpointInput,
): number | undefined {
  const minutes = access?.paywall?.minutesField;
  if (!minutes) return undefined;
  const fields = (body ?? {}) as Record<string, unknown>;
  const requestedMinutes = fields[minutes];
  if (typeof requestedMinutes === 'number') return requestedMinutes;
  const seconds = secondsOf?.(String(fields.sourceUrl));
  return seconds && Math.ceil(seconds / 60);
}

/** Throws the 402. It may open an invoice at the wallet and is therefore rate-limited. */
async function refuseWithChallenge(
  deps: PaywallDeps,
  { holder, release, resource: { resourceId, minutes } }: PricedRequest,
  reason?: TokenProblem,
  pendingInvoice?: Invoice,
): Promise<never> {
  if (holder.isHead) throw new ApiError('payment_required', `${resourceId} requires payment.`, { resourceId });
  const client = await holder.client();
  throwIfRateLimited(await deps.takeRate('402', 'l402', client), deps.now());
  const { acceptPayment, address } = holder;
  const isPaymentFirst = prefersPaymentScheme(acceptPayment);
  throw await createChallenge(deps, release, {
    resourceId,
    minutes,
    client,
    address,
    reason,
    isPaymentFirst,
    pendingInvoice,
  });
}

const paidAdmission: Admission = { newest: undefined, isPersonal: true, varies: true };

/** Admits the holder of a grant. Returns undefined if the grant was used for a different request. */
async function admitPayer({ db }: PaywallDeps, { endpoint, input, release }: PaywallRequest, grant: Grant) {
  const { tokenId } = grant;
  const usedFor = usageKey(endpoint, input);
  if (usedFor === undefined) return paidAdmission;
  const tokenUse = await bindToken(db, tokenId, usedFor);
  if (!tokenUse) return undefined;
  const bought = endpoint.access?.paywall?.minutesField
    ? { ...paidAdmission, maxMinutes: minutesBought(termsOfSale(grant) ?? release.facts.access, grant) }
    : paidAdmission;
  return { ...bought, tokenUse };
}

/** Admits a known client by its payments, without a token. */
async function admitBuyer(deps: PaywallDeps, request: PricedRequest): Promise<Admission | undefined> {
  const { endpoint, input, holder, release } = request;
  const { resourceId, minutes = 0 } = request.resource;
  const { access } = release.facts;
  const client = await holder.client();
  if (isSharedClient(client)) return undefined;
  const use = usageKey(endpoint, input);
  const isFor = opensResource(access, resourceId);
  const bought = await findPurchases(
    deps,
    [client],
    (grant) => isFor(grant) && (!grant.usedFor || grant.usedFor === use),
  );
  for (const grant of bought) {
    const isTooShort = minutes > (minutesBought(termsOfSale(grant) ?? access, grant) ?? Infinity);
    const admitted = isTooShort ? undefined : await admitPayer(deps, request, grant);
    if (admitted) return admitted;
  }
  return undefined;
}

interface PresentedToken {
  token: string | undefined;
  /** Invoice of an x402 payment over Lightning that is not settled yet. */
  invoice?: Invoice | undefined;
  /** Returns the receipt headers of the answer. */
  receipt: (grant: Grant) => Record<string, string> | Promise<Record<string, string>>;
}

async function readPresentedToken(
  deps: PaywallDeps,
  { holder: { authorization, client }, release: { facts }, resource: { resourceId, minutes } }: PricedRequest,
): Promise<PresentedToken> {
  const receipt = (grant: Grant) => receiptHeaders(authorization, grant);
  if (!usesX402(authorization)) return { token: readAccessToken(authorization), receipt };
  const payment = readX402Payment(authorization!);
  if (paysOnLightning(payment)) return { ...(await findX402Token(deps, await deps.secret(), payment)), receipt };
  // A payment in USDC causes a request to the facilitator and is therefore rate-limited.
  throwIfRateLimited(await deps.takeRate('402', 'l402', await client()), deps.now());
  const amountSats = priceSats(facts.access, resourceId, minutes)!;
  return {
    token: await deps.usdc.token(facts, { resourceId, amountSats }, payment),
    receipt: async (grant) => x402ReceiptHeader(await deps.usdc.receipt(grant, payment)),
  };
}

/** Admits a registered agent to the newest items at the rate of the free slice. */
async function admitAgent(deps: PaywallDeps, agent: string, newest: number): Promise<Admission> {
  const state = await deps.takeRate('free slice', 'freeSlice', agent);
  throwIfRateLimited(state, deps.now());
  return { newest, isPersonal: true, varies: true, headers: rateHeaders(state, deps.now()) };
}

type TokenResult = { admission: Admission } | { reason: TokenProblem; pendingInvoice?: Invoice | undefined };

/** Checks the token or payment in the request. Returns undefined if it has none. */
async function checkPresentedToken(deps: PaywallDeps, request: PricedRequest): Promise<TokenResult | undefined> {
  if (!usesAccessScheme(request.holder.authorization)) return undefined;
  const { token, receipt, invoice } = await readPresentedToken(deps, request);
  const result = await deps.checker.check(token ?? '', request.release.facts.access, request.resource.resourceId);
  if ('grant' in result) {
    const admission = await admitPayer(deps, request, result.grant);
    return admission ? { admission: { ...admission, headers: await receipt(result.grant) } } : { reason: 'used' };
  }
  return invoice
    ? { reason: 'unpaid', pendingInvoice: invoice }
    : { reason: result.reason, pendingInvoice: result.invoice };
}

/** Admits registered agents and, for some endpoints, anyone to the free items. Throws the 402 for all others. */
async function admitToFreeItems(deps: PaywallDeps, request: PricedRequest): Promise<Admission> {
  const { endpoint, holder, release } = request;
  const { freeSlice } = endpoint.access!.paywall!;
  const newest = freeItems(release.facts.access);
  const agent = freeSlice && (await deps.findAgent(holder.authorization));
  if (agent) return admitAgent(deps, agent, newest);
  if (freeSlice === 'anyone') return { newest, isPersonal: false, varies: true };
  return refuseWithChallenge(deps, request);
}

async function admitRequest(deps: PaywallDeps, request: PaywallRequest): Promise<Admission> {
  const { endpoint, input, release } = request;
  const { resource: resourcePattern, freeParameter } = endpoint.access!.paywall!;
  const { access } = release.facts;
  const resource: RequestedResource = {
    resourceId: resourcePattern.replace('{id}', String(input.params?.id)),
    minutes: readRequestedMinutes(deps, endpoint, input),
  };
  if (priceSats(access, resource.resourceId) === undefined) return fullAdmission;
  if (freeParameter && input.query?.[freeParameter] === true) return { ...fullAdmission, varies: true };
  const priced = { ...request, resource };
  const result = await checkPresentedToken(deps, priced);
  if (result && 'admission' in result) return result.admission;
  const purchased = await admitBuyer(deps, priced);
  if (purchased) return purchased;
  if (result) return refuseWithChallenge(deps, priced, result.reason, result.pendingInvoice);
  return admitToFreeItems(deps, priced);
}

function readsTexts({ access }: Endpoint, { query }: EndpointInput): boolean {
  const texts = access?.paywall?.pricedTexts;
  return texts === 'always' || (texts !== undefined && query?.[texts] !== undefined);
}

/** Finds the pass that a known client has paid for. */
async function findPurchasedPass(deps: PaywallDeps, { client }: PaywallClient, access: AccessFile) {
  const name = await client();
  if (isSharedClient(name)) return undefined;
  const bought = await findPurchases(deps, [name], ({ resourceId }) => opensTexts(resourceId));
  const opens: Pass['opens'] = (resourceId) => bought.some(opensResource(access, resourceId));
  return bought[0] && { grant: bought[0], opens };
}

/** Admits the holder of a pass, which opens texts. Lists with a price stay as limited as without payment. */
async function admitReader(deps: PaywallDeps, request: PaywallRequest): Promise<Admission> {
  const { holder } = request;
  const { authorization } = holder;
  const { access } = request.release.facts;
  const token = readAccessToken(authorization);
  const presented = token === undefined ? undefined : await deps.checker.pass(token, access);
  const pass = presented ?? (await findPurchasedPass(deps, holder, access));
  if (!pass) return { ...(await admitRequest(deps, request)), varies: true };
  const { grant, opens } = pass;
  const free = await admitRequest(
    deps,
    presented ? { ...request, holder: { ...holder, authorization: undefined } } : request,
  );
  const headers = { ...free.headers, ...(presented && receiptHeaders(authorization, grant)) };
  return { ...free, isPersonal: true, varies: true, pass: { id: grant.tokenId, opens }, headers };
}

export const openPaywall =
  (deps: PaywallDeps): CheckPaywall =>
  async (endpoint, input, holder, release) => {
    const { access } = release.facts;
    if (!endpoint.access?.paywall || !access?.enabled) return fullAdmission;
    const own = textsHavePrice(access) && readsTexts(endpoint, input) ? admitReader : admitRequest;
    return withWalletErrors(deps.onTrouble, () => own(deps, { endpoint, input, holder, release }));
  };
