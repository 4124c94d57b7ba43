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

const signed = [
  ...(['itemId', 'title', 'url', 'mediaUrl', 'startSeconds', 'endSeconds', 'speaker', 'speakerIsCreator'] as const),
  ...(['actual', 'approvedAt'] as const),
];

/** Each match that the verdict lists: what it says, where and when, who says it, and when the creator approved it. */
function claimsOf({ baseUrl, quote, verdict: { verdict, reason, matches }, now }: Confirmed): object {
  const said = matches.map((match) =>
    Object.fromEntries(signed.flatMap((name) => (match[name] === undefined ? [] : [[name, match[name]]]))),
  );
  return { iss: baseUrl, iat: Math.floor(now / 1000), quote, verdict, ...(reason && { reason }), matches: said };
}

export async function signReceipt(confirmed: Confirmed, { kid, privateJwk }: ReceiptKey): Promise<string> {
  const key = await importJWK(privateJwk!, receiptAlgorithm);
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claimsOf(confirmed))))
    .setProtectedHeader({ alg: receiptAlgorithm, kid, typ: receiptType })
    .sign(key);
}
