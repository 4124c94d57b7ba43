// Challenges for passkeys, signed by the console instead of kept: asking for one, which everybody may, writes nothing.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { newToken } from '../../storage/tokens.ts';
import { readSecret } from '../../storage/state.ts';
import type { Db } from '../../storage/store.ts';

const goodForMs = 10 * 60_000;
const instantBytes = 8;
const nonceBytes = 16;
const secretName = 'console.key';

/** Made once for the store, so that each of several sidecars knows the challenges of the others. */
export const consoleKey = (db: Db): Promise<string> => readSecret(db, secretName, newToken);

const sign = (key: string, purpose: string, signed: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`challenge ${purpose}\n`).update(signed).digest();

/** `purpose` says what it may be used for and by whom. */
export function newChallenge(key: string, purpose: string, now: number): Uint8Array<ArrayBuffer> {
  const instant = Buffer.alloc(instantBytes);
  instant.writeBigUInt64BE(BigInt(now));
  const signed = Buffer.concat([instant, randomBytes(nonceBytes)]);
  return new Uint8Array(Buffer.concat([signed, sign(key, purpose, signed)]));
}

/** When it was made; undefined when it was not made here, for something else, or too long ago. */
export function verifyChallenge(
  key: string,
  purpose: string,
  challenge: string,
  now: number,
  lastsMs = goodForMs,
): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  const [signed, given] = [bytes.subarray(0, instantBytes + nonceBytes), bytes.subarray(instantBytes + nonceBytes)];
  const expected = sign(key, purpose, signed);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const madeAt = Number(signed.readBigUInt64BE());
  return now - madeAt <= lastsMs ? madeAt : undefined;
}
