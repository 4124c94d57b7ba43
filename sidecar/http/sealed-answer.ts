// Encrypts a stored answer, so that only a request with the same Idempotency-Key can read it: it may contain a secret
// that is shown once. The store has only a hash of the key.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** `secret` identifies the request: without it, the answer can neither be found nor decrypted. */
const deriveKey = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'greenroom kept answer', 32));

export function seal(answer: string, secret: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, deriveKey(secret), iv);
  const sealed = Buffer.concat([sealing.update(answer, 'utf8'), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64');
}

/** Decrypts an answer. Throws if it was encrypted with another secret or was changed. */
export function unseal(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const unsealing = createDecipheriv(cipher, deriveKey(secret), bytes.subarray(0, ivBytes));
  unsealing.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return unsealing.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + unsealing.final('utf8');
}
