// GET /.well-known/jwks.json returns the public keys of all receipts (RFC 7517 §5).
import { endpoints } from '#contract/endpoints.ts';
import type { Jwks } from '#contract/schemas/quotes.ts';
import { createEtag, json, type Handler } from '../../http/handler.ts';
import { receiptAlgorithm, type ReceiptKey, receiptKeys } from './keys.ts';

const publicOf = ({ kid, publicJwk: { kty, crv, x, y } }: ReceiptKey): Jwks['keys'][0] => ({
  kty: kty!,
  crv: crv!,
  x: x!,
  y: y!,
  kid,
  alg: receiptAlgorithm,
  use: 'sig',
});

export const jwks: Handler<'jwks'> = async (_, { db, now }) => {
  const keys = await receiptKeys(db, now);
  return {
    etag: createEtag(
      'jwks',
      keys.map(({ kid }) => kid),
    ),
    lastModified: keys[0]!.createdAt,
    isOfStore: true,
    answer: () => ({ ...json<'jwks'>({ keys: keys.map(publicOf) }), type: endpoints.jwks.http.mediaType }),
  };
};
