// Random bearer tokens in addresses and headers. Each is shown once and stored as SHA-256.
import { randomBytes } from 'node:crypto';
import { sha256 } from '#domain/ids.ts';

/** Returns 256 random bits in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const tokenHash = (token: string): string => sha256(token);
