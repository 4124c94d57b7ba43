// The access token `<base64 macaroon>:<hex preimage>`, and the context token that identifies a payment.
import { timingSafeEqual } from 'node:crypto';
import { readPaymentToken } from './rails.ts';
import type { Derive } from './secret.ts';

export interface TokenHalves {
  macaroon: string;
  preimage: string;
}

/**
 * Returns the access token of `Authorization: L402 …`. LSAT is the former name; schemes are case-insensitive (RFC 9110
 * §11.1).
 */
export const readAccessToken = (authorization: string | undefined): string | undefined =>
  /^(?:L402|LSAT) +(\S{1,4096})$/i.exec(authorization ?? '')?.[1] ?? readPaymentToken(authorization);

export const usesAccessScheme = (authorization: string | undefined): boolean =>
  /^(L402|LSAT|Payment|X402)( |$)/i.test(authorization ?? '');

export function splitToken(token: string): TokenHalves | undefined {
  const [, macaroon, preimage] = /^([A-Za-z\d+/_-]+={0,2}):([\da-fA-F]{64})$/.exec(token) ?? [];
  return macaroon === undefined ? undefined : { macaroon, preimage: preimage!.toLowerCase() };
}

const idBytes = 32;

/** Creates a context token from a token id and its MAC, so that it does not have to be stored. */
export const createContextToken = (derive: Derive, tokenId: string): string =>
  Buffer.concat([Buffer.from(tokenId, 'hex'), derive('context', tokenId)]).toString('base64url');

/** Reads the token id of a context token. Returns undefined for a malformed text and 'tampered' for a wrong MAC. */
export function readTokenId(derive: Derive, contextToken: string): string | 'tampered' | undefined {
  if (!/^[\w-]{86}$/.test(contextToken)) return undefined;
  const bytes = Buffer.from(contextToken, 'base64url');
  // The last character has unused bits. Only one encoding is accepted.
  if (bytes.toString('base64url') !== contextToken) return 'tampered';
  const tokenId = bytes.subarray(0, idBytes).toString('hex');
  return timingSafeEqual(bytes.subarray(idBytes), derive('context', tokenId)) ? tokenId : 'tampered';
}
