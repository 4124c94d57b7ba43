// Other protocols over the same invoice: the Payment scheme of MPP (draft-lightning-charge-00), and x402 version 2 as Lightning clients speak it.
// @spec-gap other-rails
import type { UsdcRequirement } from '#domain/access/usdc.ts';
import { isoTime } from '#domain/instants.ts';
import { findGrant, type Grant } from './grants.ts';
import { findInvoice, type Invoice, isInvoiceOver } from './invoices.ts';
import { readMacaroon } from './macaroon.ts';
import type { Derive } from './secret.ts';
import { settleInvoice, type SettleDeps } from './settle.ts';

/** The first half of the hash of Bitcoin's genesis block (CAIP-2). */
const network = 'lnbtc:000000000019d6689c085ae165831e93';

const encodeJson = (value: object, encoding: 'base64' | 'base64url'): string =>
  Buffer.from(JSON.stringify(value)).toString(encoding);

function decodeJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const toMembers = (value: unknown): Record<string, unknown> => (value ?? {}) as Record<string, unknown>;

/** The macaroon names the challenge: it binds payment hash, resource and end, and nobody else can make it. */
export function paymentChallenge(baseUrl: string, opened: Invoice, macaroon: string): string {
  const { amountSats, invoice, paymentHash, expiresAt } = opened;
  // Members in the order of RFC 8785.
  const request = { amount: String(amountSats), currency: 'sat', methodDetails: { invoice, paymentHash } };
  const realm = new URL(baseUrl).host;
  const names = {
    id: macaroon,
    realm,
    method: 'lightning',
    intent: 'charge',
    request: encodeJson(request, 'base64url'),
  };
  const parameters = Object.entries({ ...names, expires: isoTime(expiresAt) });
  return `Payment ${parameters.map(([name, value]) => `${name}="${value}"`).join(', ')}`;
}

/** Whether Accept-Payment names a charge over Lightning. */
export const prefersPaymentScheme = (acceptPayment = ''): boolean =>
  /(^|,)\s*lightning\/(charge|\*)\s*(;\s*q=(0?\.0*[1-9]\d*|1(\.0*)?)\s*)?(,|$)/i.test(acceptPayment.slice(0, 1000));

function lightningRequirement(opened: Invoice, macaroon: string) {
  const { amountSats, invoice, expiresAt, createdAt } = opened;
  const terms = { scheme: 'exact', network, amount: String(amountSats * 1000), asset: 'BTC', payTo: 'anonymous' };
  const maxTimeoutSeconds = Math.round((expiresAt - createdAt) / 1000);
  const extra = {
    paymentMethod: 'lightning',
    assetTransferMethod: 'bolt11',
    paymentFlow: 'upfront',
    invoice,
    macaroon,
  };
  return { ...terms, maxTimeoutSeconds, extra };
}

/** Lightning first. Empty where x402 has no way to pay. */
export function x402Challenge(
  url: string,
  opened: Invoice | undefined,
  macaroon: string,
  usdc: UsdcRequirement | undefined,
): Record<string, string> {
  const lightning = opened && lightningRequirement(opened, macaroon);
  const accepts = [lightning, usdc].filter((one) => one !== undefined);
  if (accepts.length === 0) return {};
  const challenge = encodeJson({ x402Version: 2, error: 'Payment required', resource: { url }, accepts }, 'base64');
  return { 'PAYMENT-REQUIRED': challenge };
}

/** The token of `Authorization: Payment`. */
export function readPaymentToken(authorization: string | undefined): string | undefined {
  const [, credential] = /^Payment +([\w=-]{1,12000})$/i.exec(authorization ?? '') ?? [];
  if (credential === undefined) return undefined;
  const { challenge, payload } = decodeJson(credential);
  return `${String(toMembers(challenge).id)}:${String(toMembers(payload).preimage)}`;
}

/** What the header PAYMENT-SIGNATURE holds, as it is handed on. */
const x402Scheme = /^X402 +([\w+/=-]{1,12000})$/i;
export const usesX402 = (authorization: string | undefined): boolean => x402Scheme.test(authorization ?? '');

export interface X402Payment {
  accepted: Record<string, unknown>;
  payload: Record<string, unknown>;
}

export function readX402Payment(authorization: string): X402Payment {
  const { accepted, payload, ...rest } = decodeJson(x402Scheme.exec(authorization)![1]!);
  return { ...rest, accepted: toMembers(accepted), payload: toMembers(payload) };
}

export const paysOnLightning = ({ accepted }: X402Payment): boolean => accepted.network === network;

/**
 * The token of an x402 payment: these clients send no preimage, so that the wallet's word counts, and the macaroon says
 * who had the challenge. The invoice comes along while its payment may still be seen.
 */
export async function findX402Token(
  deps: SettleDeps,
  derive: Derive,
  { accepted, payload }: X402Payment,
): Promise<{ token: string; invoice?: Invoice }> {
  const macaroon = String(toMembers(accepted.extra).macaroon);
  const known = readMacaroon(macaroon, (tokenId) => derive('root', tokenId));
  if (typeof known !== 'object') return { token: '' };
  const invoice = await findInvoice(deps.db, { tokenId: known.tokenId });
  if (!invoice || invoice.invoice !== payload.invoice) return { token: '' };
  await settleInvoice(deps, invoice, 'asked');
  const grant = await findGrant(deps.db, known.tokenId);
  if (grant) return { token: `${macaroon}:${grant.preimage ?? ''}` };
  return { token: '', ...(!isInvoiceOver(invoice, deps.now()) && { invoice }) };
}

export const x402ReceiptHeader = (said: object) => ({ 'PAYMENT-RESPONSE': encodeJson(said, 'base64') });

/** What a client of the protocol is told with the answer. */
export function receiptHeaders(authorization: string | undefined, grant: Grant): Record<string, string> {
  const { paymentHash, createdAt } = grant;
  if (usesX402(authorization))
    return x402ReceiptHeader({ success: true, transaction: paymentHash, network, payer: '' });
  const id = readPaymentToken(authorization)?.split(':')[0];
  if (id === undefined) return {};
  const said = { challengeId: id, method: 'lightning', reference: paymentHash, status: 'success' };
  return { 'Payment-Receipt': encodeJson({ ...said, timestamp: isoTime(createdAt) }, 'base64url') };
}
