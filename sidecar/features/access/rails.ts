// Other payment protocols for the same invoice: the Payment scheme of MPP (draft-lightning-charge-00) and x402
// version 2 over Lightning.
// @spec-gap other-rails
import { parseJsonObject } from '#domain/text/json-object.ts';
import type { UsdcRequirement } from '#domain/access/usdc.ts';
import { isoTime } from '#domain/instants.ts';
import { findGrant, type Grant } from './grants.ts';
import { findInvoice, type Invoice, isInvoiceOver } from './invoices.ts';
import { readMacaroon } from './macaroon.ts';
import type { Derive } from './secret.ts';
import { settleInvoice, type SettleDeps } from './settle.ts';

/** CAIP-2 id of Bitcoin mainnet: half of the hash of its genesis block. */
const network = 'lnbtc:000000000019d6689c085ae165831e93';

const encodeJson = (value: object, encoding: 'base64' | 'base64url'): string =>
  Buffer.from(JSON.stringify(value)).toString(encoding);

const decodeJson = (text: string): Record<string, unknown> =>
  parseJsonObject(Buffer.from(text, 'base64url').toString()) ?? {};

const toMembers = (value: unknown): Record<string, unknown> => (value ?? {}) as Record<string, unknown>;

/**
 * Creates the MPP challenge. Its id is the macaroon, which binds payment hash, resource and expiry and cannot be
 * forged.
 */
export function paymentChallenge(baseUrl: string, openInvoice: Invoice, macaroon: string): string {
  const { amountSats, invoice, paymentHash, expiresAt } = openInvoice;
  // The members are in the order of RFC 8785.
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

/** Returns true if Accept-Payment lists a charge over Lightning. */
export const prefersPaymentScheme = (acceptPayment = ''): boolean =>
  /(^|,)\s*lightning\/(charge|\*)\s*(;\s*q=(0?\.0*[1-9]\d*|1(\.0*)?)\s*)?(,|$)/i.test(acceptPayment.slice(0, 1000));

function lightningRequirement(openInvoice: Invoice, macaroon: string) {
  const { amountSats, invoice, expiresAt, createdAt } = openInvoice;
  const extra = {
    paymentMethod: 'lightning',
    assetTransferMethod: 'bolt11',
    paymentFlow: 'upfront',
    invoice,
    macaroon,
  };
  return {
    scheme: 'exact',
    network,
    amount: String(amountSats * 1000),
    asset: 'BTC',
    payTo: 'anonymous',
    maxTimeoutSeconds: Math.round((expiresAt - createdAt) / 1000),
    extra,
  };
}

/** Creates the x402 challenge with Lightning before USDC, or no header if neither is available. */
export function x402Challenge(
  url: string,
  invoice: Invoice | undefined,
  macaroon: string,
  usdc: UsdcRequirement | undefined,
): Record<string, string> {
  const lightning = invoice && lightningRequirement(invoice, macaroon);
  const accepts = [lightning, usdc].filter((requirement) => requirement !== undefined);
  if (accepts.length === 0) return {};
  const challenge = encodeJson({ x402Version: 2, error: 'Payment required', resource: { url }, accepts }, 'base64');
  return { 'PAYMENT-REQUIRED': challenge };
}

/** Returns the access token of `Authorization: Payment`. */
export function readPaymentToken(authorization: string | undefined): string | undefined {
  const [, credential] = /^Payment +([\w=-]{1,12000})$/i.exec(authorization ?? '') ?? [];
  if (credential === undefined) return undefined;
  const { challenge, payload } = decodeJson(credential);
  return `${String(toMembers(challenge).id)}:${String(toMembers(payload).preimage)}`;
}

/** Authorization value into which the server converts the PAYMENT-SIGNATURE header. */
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
 * Finds the access token of an x402 payment. These clients send no preimage, so the wallet must confirm the payment,
 * and the macaroon proves who got the challenge. Returns the invoice while its payment may still be confirmed.
 */
export async function findX402Token(
  deps: SettleDeps,
  derive: Derive,
  { accepted, payload }: X402Payment,
): Promise<{ token: string; invoice?: Invoice }> {
  const macaroon = String(toMembers(accepted.extra).macaroon);
  const claims = readMacaroon(macaroon, (tokenId) => derive('root', tokenId));
  if (typeof claims !== 'object') return { token: '' };
  const invoice = await findInvoice(deps.db, { tokenId: claims.tokenId });
  if (!invoice || invoice.invoice !== payload.invoice) return { token: '' };
  await settleInvoice(deps, invoice, 'request');
  const grant = await findGrant(deps.db, claims.tokenId);
  if (grant) return { token: `${macaroon}:${grant.preimage ?? ''}` };
  return { token: '', ...(!isInvoiceOver(invoice, deps.now()) && { invoice }) };
}

export const x402ReceiptHeader = (receipt: object) => ({ 'PAYMENT-RESPONSE': encodeJson(receipt, 'base64') });

/** Returns the receipt headers for the protocol of the client. */
export function receiptHeaders(authorization: string | undefined, grant: Grant): Record<string, string> {
  const { paymentHash, createdAt } = grant;
  if (usesX402(authorization))
    return x402ReceiptHeader({ success: true, transaction: paymentHash, network, payer: '' });
  const id = readPaymentToken(authorization)?.split(':')[0];
  if (id === undefined) return {};
  const receipt = {
    challengeId: id,
    method: 'lightning',
    reference: paymentHash,
    status: 'success',
    timestamp: isoTime(createdAt),
  };
  return { 'Payment-Receipt': encodeJson(receipt, 'base64url') };
}
