// A verdict as a compact JWS (RFC 7515): an editor can check it offline, with the keys of the room, months later.
import { CompactSign, importJWK } from 'jose';
import type { QuoteVerdict } from '#contract/schemas/quotes.ts';
import { type ReceiptKey, receiptAlgorithm } from './keys.ts';

export const receiptType = 'quote-receipt+jws';

interface Confirmed {
  baseUrl: string;
  /** As it was sent. */
  quote: string;
  verdict: QuoteVerdict;
  now: number;
}

/** Each match that the verdict lists: what it says, where, who says it, and when the creator approved it. */
function claimsOf({ baseUrl, quote, verdict: { verdict, reason, matches }, now }: Confirmed): object {
  const said = matches.map(
    ({ difference: _, before: __, after: ___, position: ____, quoted: _____, ...match }) => match,
  );
  return { iss: baseUrl, iat: Math.floor(now / 1000), quote, verdict, ...(reason && { reason }), matches: said };
}

export async function signReceipt(confirmed: Confirmed, { kid, privateJwk }: ReceiptKey): Promise<string> {
  const key = await importJWK(privateJwk!, receiptAlgorithm);
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claimsOf(confirmed))))
    .setProtectedHeader({ alg: receiptAlgorithm, kid, typ: receiptType })
    .sign(key);
}
