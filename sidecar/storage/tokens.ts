// Bearer secrets in addresses and headers: random, shown once, kept as their SHA-256.
import { randomBytes } from 'node:crypto';
import { sha256 } from '#domain/ids.ts';

/** 256 random bits in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const tokenHash = (token: string): string => sha256(token);
