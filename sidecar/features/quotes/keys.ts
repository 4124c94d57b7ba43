// Keys that sign quote receipts. They are stored with the room's data; old public keys verify old receipts.
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { endpoints } from '#contract/endpoints.ts';
import type { Jwks } from '#contract/schemas/quotes.ts';
import { isoTime } from '#domain/instants.ts';
import { createEtag, json, type Handler } from '../../http/handler.ts';
import type { Db, Tx } from '../../storage/store.ts';

export const receiptAlgorithm = 'ES256';

export interface ReceiptKey {
  /** RFC 7638 thumbprint. */
  kid: string;
  /** RFC 3339. */
  createdAt: string;
  publicJwk: JWK;
  /** Private key; only for the key that signs. */
  privateJwk?: JWK;
}

async function createKey(now: number): Promise<ReceiptKey> {
  const { privateKey, publicKey } = await generateKeyPair(receiptAlgorithm, { extractable: true });
  const [privateJwk, publicJwk] = await Promise.all([exportJWK(privateKey), exportJWK(publicKey)]);
  return { kid: await calculateJwkThumbprint(publicJwk), createdAt: isoTime(now), publicJwk, privateJwk };
}

async function addKey(db: Db, { kid, createdAt, publicJwk, privateJwk }: ReceiptKey): Promise<void> {
  const jwks = { publicJwk: JSON.stringify(publicJwk), privateJwk: JSON.stringify(privateJwk) };
  await db
    .insertInto('signingKeys')
    .values({ kid, createdAt, ...jwks, signs: 1 })
    .onConflict((on) => on.column('signs').doNothing())
    .execute();
}

async function readKeys(db: Db): Promise<ReceiptKey[]> {
  const rows = await db.selectFrom('signingKeys').selectAll().orderBy('number', 'desc').execute();
  return rows.map(({ kid, createdAt, publicJwk, privateJwk }) => ({
    kid,
    createdAt,
    publicJwk: JSON.parse(publicJwk) as JWK,
    ...(privateJwk !== null && { privateJwk: JSON.parse(privateJwk) as JWK }),
  }));
}

/** Returns the keys, the signing one first. Creates it if there is none; concurrent sidecars get the same one. */
export async function readReceiptKeys(db: Db, now: number): Promise<ReceiptKey[]> {
  const keys = await readKeys(db);
  if (keys.length > 0) return keys;
  await addKey(db, await createKey(now));
  return readKeys(db);
}

/** Creates a new signing key, and deletes the private part of the old one. */
export async function rotateReceiptKey(tx: Tx, now: number): Promise<ReceiptKey> {
  const fresh = await createKey(now);
  await tx.updateTable('signingKeys').set({ signs: null, privateJwk: null }).where('signs', '=', 1).execute();
  await addKey(tx, fresh);
  return fresh;
}

const publicOf = ({ kid, publicJwk: { kty, crv, x, y } }: ReceiptKey): Jwks['keys'][0] => ({
  kty: kty!,
  crv: crv!,
  x: x!,
  y: y!,
  kid,
  alg: receiptAlgorithm,
  use: 'sig',
});

/** Returns the public keys of all receipts (RFC 7517 §5). */
export const jwks: Handler<'jwks'> = async (_, { db, now }) => {
  const keys = await readReceiptKeys(db, now);
  return {
    etag: createEtag(
      'jwks',
      keys.map(({ kid }) => kid),
    ),
    lastModified: keys[0]!.createdAt,
    dependsOnStore: true,
    answer: () => ({ ...json<'jwks'>({ keys: keys.map(publicOf) }), type: endpoints.jwks.http.mediaType }),
  };
};
