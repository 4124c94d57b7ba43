// The access token `<base64 macaroon>:<hex preimage>`, and the secret that names a payment before it is one.
import { timingSafeEqual } from 'node:crypto';
import { readPaymentToken } from './rails.ts';
import type { Derive } from './secret.ts';

export interface TokenHalves {
  macaroon: string;
  preimage: string;
}

/** The token of `Authorization: L402 …`; LSAT is its former name, and schemes are case-insensitive (RFC 9110 §11.1). */
export const readAccessToken = (authorization: string | undefined): string | undefined =>
  /^(?:L402|LSAT) +(\S{1,4096})$/i.exec(authorization ?? '')?.[1] ?? readPaymentToken(authorization);

export const usesAccessScheme = (authorization: string | undefined): boolean =>
  /^(L402|LSAT|Payment|X402)( |$)/i.test(authorization ?? '');

export function splitToken(token: string): TokenHalves | undefined {
  const [, macaroon, preimage] = /^([A-Za-z\d+/_-]+={0,2}):([\da-fA-F]{64})$/.exec(token) ?? [];
  return macaroon === undefined ? undefined : { macaroon, preimage: preimage!.toLowerCase() };
}

const idBytes = 32;

/** Token id and a proof of it, so that nothing has to be kept for it. */
export const createContextToken = (derive: Derive, tokenId: string): string =>
  Buffer.concat([Buffer.from(tokenId, 'hex'), derive('context', tokenId)]).toString('base64url');

/** Undefined where the text is nothing that was ever given out in this form. */
export function readTokenId(derive: Derive, contextToken: string): string | 'tampered' | undefined {
  if (!/^[\w-]{86}$/.test(contextToken)) return undefined;
  const bytes = Buffer.from(contextToken, 'base64url');
  // The last character has bits to spare: one spelling alone is taken.
  if (bytes.toString('base64url') !== contextToken) return 'tampered';
  const tokenId = bytes.subarray(0, idBytes).toString('hex');
  return timingSafeEqual(bytes.subarray(idBytes), derive('context', tokenId)) ? tokenId : 'tampered';
}
