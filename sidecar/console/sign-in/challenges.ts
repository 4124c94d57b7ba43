// Challenges for passkeys. They are signed instead of stored, because anyone may request one.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { newToken } from '../../storage/tokens.ts';
import { readSecret } from '../../storage/state.ts';
import type { Db } from '../../storage/store.ts';

const goodForMs = 10 * 60_000;
const instantBytes = 8;
const nonceBytes = 16;
const secretName = 'console.key';

/** Returns the signing key, which all sidecars of a store share. */
export const readConsoleKey = (db: Db): Promise<string> => readSecret(db, secretName, newToken);

const sign = (key: string, purpose: string, signed: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`challenge ${purpose}\n`).update(signed).digest();

/** Creates a challenge for one purpose and user. */
export function newChallenge(key: string, purpose: string, now: number): Uint8Array<ArrayBuffer> {
  const instant = Buffer.alloc(instantBytes);
  instant.writeBigUInt64BE(BigInt(now));
  const signed = Buffer.concat([instant, randomBytes(nonceBytes)]);
  return new Uint8Array(Buffer.concat([signed, sign(key, purpose, signed)]));
}

/** Returns the creation time of a valid challenge, or undefined if it is forged, expired or for another purpose. */
export function verifyChallenge(
  key: string,
  purpose: string,
  challenge: string,
  now: number,
  lastsMs = goodForMs,
): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  const signed = bytes.subarray(0, instantBytes + nonceBytes);
  const signature = bytes.subarray(instantBytes + nonceBytes);
  const expectedSignature = sign(key, purpose, signed);
  if (signature.length !== expectedSignature.length || !timingSafeEqual(signature, expectedSignature)) return undefined;
  const madeAt = Number(signed.readBigUInt64BE());
  return now - madeAt <= lastsMs ? madeAt : undefined;
}
