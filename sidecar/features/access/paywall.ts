// The paywall: every answer that may have a price goes through it, over HTTP, as a tool call or as a message of another agent.
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

/** Length of a recording, where it is known before anybody paid. */
export type RecordingLength = (sourceUrl: string) => number | undefined;

export interface PaywallDeps extends ChallengeDeps {
  takeRate: TakeRate;
  usdc: Usdc;
  secondsOf?: RecordingLength | undefined;
  checker: TokenChecker;
  /** The id of the agent that a bearer token belongs to. */
  findAgent: (authorization: string | undefined) => Promise<string | undefined>;
}

/** Nothing is granted and nothing is lost while the wallet is down: the same request works once it is back. */
function walletDownError(): ApiError {
  const message = 'The wallet of this room does not answer. Nothing is lost: try again later.';
  const headers = { 'Retry-After': String(walletRetrySeconds) };
  return new ApiError('internal_error', message, undefined, { members: {}, headers });
}

/** Runs what asks the wallet. */
export async function withWalletErrors<T>(onTrouble: (error: Error) => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WalletTrouble)) throw error;
    onTrouble(error);
    throw walletDownError();
  }
}

/** What is sold, and how much of it where minutes have a price. */
interface RequestedResource {
  resourceId: string;
  minutes?: number | undefined;
}

/** As many minutes as the request says, else as the recording is long. */
function readRequestedMinutes(
  { secondsOf }: PaywallDeps,
  { access }: Endpoint,
  { body }: EndpointInput,
): number | undefined {
  const minutes = access?.paywall?.minutesField;
  if (!minutes) return undefined;
  const asked = (body ?? {}) as Record<string, unknown>;
  const said = asked[minutes];
  if (typeof said === 'number') return said;
  const seconds = secondsOf?.(String(asked.sourceUrl));
  return seconds && Math.ceil(seconds / 60);
}

/** An answer of 402 may open an invoice at the wallet, so that they are counted. */
async function refuseWithChallenge(
  deps: PaywallDeps,
  holder: PaywallClient,
  release: Release,
  { resourceId, minutes }: RequestedResource,
  reason?: TokenProblem,
  unseen?: Invoice,
): Promise<never> {
  if (holder.isHead) throw new ApiError('payment_required', `${resourceId} must be paid for.`, { resourceId });
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
    pendingInvoice: unseen,
  });
}

const paidAdmission: Admission = { newest: undefined, own: true, varies: true };

/** Undefined where the payment was used for something else. */
async function admitPayer(
  { db }: PaywallDeps,
  record: Endpoint,
  asked: EndpointInput,
  grant: Grant,
  access: AccessFile,
) {
  const { tokenId } = grant;
  const usedFor = usageKey(record, asked);
  if (usedFor === undefined) return paidAdmission;
  const uses = await bindToken(db, tokenId, usedFor);
  if (!uses) return undefined;
  const bought = record.access?.paywall?.minutesField
    ? { ...paidAdmission, maxMinutes: minutesBought(termsOfSale(grant) ?? access, grant) }
    : paidAdmission;
  return { ...bought, uses };
}

/** A payment of a known client opens what it bought, also without its token. */
async function admitBuyer(
  deps: PaywallDeps,
  record: Endpoint,
  asked: EndpointInput,
  holder: PaywallClient,
  access: AccessFile,
  { resourceId, minutes = 0 }: RequestedResource,
): Promise<Admission | undefined> {
  const client = await holder.client();
  if (isSharedClient(client)) return undefined;
  const use = usageKey(record, asked);
  const isFor = opensResource(access, resourceId);
  const bought = await findPurchases(deps, [client], (one) => isFor(one) && (!one.usedFor || one.usedFor === use));
  for (const grant of bought) {
    const isTooShort = minutes > (minutesBought(termsOfSale(grant) ?? access, grant) ?? Infinity);
    const admitted = isTooShort ? undefined : await admitPayer(deps, record, asked, grant, access);
    if (admitted) return admitted;
  }
  return undefined;
}

interface PresentedToken {
  token: string | undefined;
  /** The invoice of an x402 payment over Lightning. */
  invoice?: Invoice | undefined;
  /** The headers that say so. */
  receipt: (grant: Grant) => Record<string, string> | Promise<Record<string, string>>;
}

async function readPresentedToken(
  deps: PaywallDeps,
  { authorization, client }: PaywallClient,
  { facts }: Release,
  { resourceId, minutes }: RequestedResource,
): Promise<PresentedToken> {
  const receipt = (grant: Grant) => receiptHeaders(authorization, grant);
  if (!usesX402(authorization)) return { token: readAccessToken(authorization), receipt };
  const payment = readX402Payment(authorization!);
  if (paysOnLightning(payment)) return { ...(await findX402Token(deps, await deps.secret(), payment)), receipt };
  // Each may ask the facilitator.
  throwIfRateLimited(await deps.takeRate('402', 'l402', await client()), deps.now());
  const amountSats = priceSats(facts.access, resourceId, minutes)!;
  return {
    token: await deps.usdc.token(facts, { resourceId, amountSats }, payment),
    receipt: async (grant) => x402ReceiptHeader(await deps.usdc.receipt(grant, payment)),
  };
}

/** The newest items for a registered agent, at the rate of the free slice. */
async function admitAgent(deps: PaywallDeps, agent: string, newest: number): Promise<Admission> {
  const state = await deps.takeRate('free slice', 'freeSlice', agent);
  throwIfRateLimited(state, deps.now());
  return { newest, own: true, varies: true, headers: rateHeaders(state, deps.now()) };
}

async function admitRequest(
  deps: PaywallDeps,
  record: Endpoint,
  asked: EndpointInput,
  holder: PaywallClient,
  release: Release,
): Promise<Admission> {
  const { resource, freeSlice: slice, freeParameter: freeWith } = record.access!.paywall!;
  const { access } = release.facts;
  const sold: RequestedResource = {
    resourceId: resource.replace('{id}', String(asked.params?.id)),
    minutes: readRequestedMinutes(deps, record, asked),
  };
  const { resourceId } = sold;
  if (priceSats(access, resourceId) === undefined) return fullAdmission;
  if (freeWith && asked.query?.[freeWith] === true) return { ...fullAdmission, varies: true };
  const { authorization } = holder;
  let refused: { reason: TokenProblem; unseen?: Invoice | undefined } | undefined;
  if (usesAccessScheme(authorization)) {
    const { token, receipt, invoice } = await readPresentedToken(deps, holder, release, sold);
    const checked = await deps.checker.check(token ?? '', access, resourceId);
    const admitted = 'grant' in checked && (await admitPayer(deps, record, asked, checked.grant, access));
    if (admitted) return { ...admitted, headers: await receipt(checked.grant) };
    if ('grant' in checked) refused = { reason: 'used' };
    else refused = invoice ? { reason: 'unpaid', unseen: invoice } : { ...checked, unseen: checked.invoice };
  }
  const bought = await admitBuyer(deps, record, asked, holder, access, sold);
  if (bought) return bought;
  if (refused) return refuseWithChallenge(deps, holder, release, sold, refused.reason, refused.unseen);
  const newest = freeItems(access);
  const agent = slice && (await deps.findAgent(authorization));
  if (agent) return admitAgent(deps, agent, newest);
  if (slice === 'anyone') return { newest, own: false, varies: true };
  return refuseWithChallenge(deps, holder, release, sold);
}

function readsTexts({ access }: Endpoint, { query }: EndpointInput): boolean {
  const texts = access?.paywall?.pricedTexts;
  return texts === 'always' || (texts !== undefined && query?.[texts] !== undefined);
}

/** The pass that a known client has paid for. */
async function findPurchasedPass(deps: PaywallDeps, { client }: PaywallClient, access: AccessFile) {
  const name = await client();
  if (isSharedClient(name)) return undefined;
  const bought = await findPurchases(deps, [name], ({ resourceId }) => opensTexts(resourceId));
  const opens: Pass['opens'] = (resourceId) => bought.some(opensResource(access, resourceId));
  return bought[0] && { grant: bought[0], opens };
}

/** A pass opens texts and no lists: what has a price of these, it shows as to those who did not pay. */
async function admitReader(
  ...[deps, record, asked, holder, release]: Parameters<typeof admitRequest>
): Promise<Admission> {
  const { authorization } = holder;
  const { access } = release.facts;
  const token = readAccessToken(authorization);
  const shown = token === undefined ? undefined : await deps.checker.pass(token, access);
  const found = shown ?? (await findPurchasedPass(deps, holder, access));
  if (!found) return { ...(await admitRequest(deps, record, asked, holder, release)), varies: true };
  const { grant, opens } = found;
  const free = await admitRequest(
    deps,
    record,
    asked,
    shown ? { ...holder, authorization: undefined } : holder,
    release,
  );
  const headers = { ...free.headers, ...(shown && receiptHeaders(authorization, grant)) };
  return { ...free, own: true, varies: true, pass: { id: grant.tokenId, opens }, headers };
}

export const openPaywall =
  (deps: PaywallDeps): CheckPaywall =>
  async (record, asked, holder, release) => {
    const { access } = release.facts;
    if (!record.access?.paywall || !access?.enabled) return fullAdmission;
    const own = textsHavePrice(access) && readsTexts(record, asked) ? admitReader : admitRequest;
    return withWalletErrors(deps.onTrouble, () => own(deps, record, asked, holder, release));
  };
