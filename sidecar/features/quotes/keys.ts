// The keys that sign receipts of quotes: made once, kept in the store and thus in its copies; old ones stay known, so that old receipts hold.
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { isoTime } from '#domain/instants.ts';
import { fact, lastingFact, setFact } from '../../storage/facts.ts';
import type { Db, Tx } from '../../storage/store.ts';

export const receiptAlgorithm = 'ES256';

export interface ReceiptKey {
  /** RFC 7638 thumbprint. */
  kid: string;
  /** RFC 3339. */
  createdAt: string;
  publicJwk: JWK;
  /** Only of the one that signs. */
  privateJwk?: JWK;
}

const factName = 'receiptKeys';

async function newKey(now: number): Promise<ReceiptKey> {
  const { privateKey, publicKey } = await generateKeyPair(receiptAlgorithm, { extractable: true });
  const [privateJwk, publicJwk] = await Promise.all([exportJWK(privateKey), exportJWK(publicKey)]);
  return { kid: await calculateJwkThumbprint(publicJwk), createdAt: isoTime(now), publicJwk, privateJwk };
}

/** The one that signs first. Of sidecars that share a store the first makes it. */
export async function receiptKeys(db: Db, now: number): Promise<ReceiptKey[]> {
  return JSON.parse(await lastingFact(db, factName, async () => JSON.stringify([await newKey(now)]))) as ReceiptKey[];
}

/** A new key signs from now on; nothing is ever signed with the old one again, for its private part is gone. */
export async function rotateReceiptKey(tx: Tx, now: number): Promise<ReceiptKey> {
  const fresh = await newKey(now);
  const old = JSON.parse((await fact(tx, factName)) ?? '[]') as ReceiptKey[];
  await setFact(tx, factName, JSON.stringify([fresh, ...old.map(({ privateJwk: _, ...rest }) => rest)]));
  return fresh;
}
