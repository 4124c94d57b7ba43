// Seals an answer that is kept, so that only the request that brings the same Idempotency-Key can read it: it may hold a
// secret that is shown once. Of the key itself the store has only a hash.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];

/** `secret` identifies the request: without it, the answer can neither be found nor decrypted. */
const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'greenroom kept answer', 32));

export function seal(answer: string, secret: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyOf(secret), iv);
  const sealed = Buffer.concat([sealing.update(answer, 'utf8'), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64');
}

/** Throws where it was sealed with another secret, or changed since. */
export function unseal(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const unsealing = createDecipheriv(cipher, keyOf(secret), bytes.subarray(0, ivBytes));
  unsealing.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return unsealing.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + unsealing.final('utf8');
}
