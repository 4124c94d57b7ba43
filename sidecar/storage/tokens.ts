// Random bearer tokens in addresses and headers. Each is shown once and stored as SHA-256.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '#domain/ids.ts';

/** Returns 256 random bits in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const tokenHash = (token: string): string => sha256(token);

/** Compares secrets in constant time. */
export function isSameSecret(sent: string, expected: string): boolean {
  const [sentBytes, expectedBytes] = [Buffer.from(sent), Buffer.from(expected)];
  return sentBytes.length === expectedBytes.length && timingSafeEqual(sentBytes, expectedBytes);
}
