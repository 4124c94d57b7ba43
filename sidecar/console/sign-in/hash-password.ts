// Hashes passwords with scrypt, one at a time and off the event loop.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import PQueue from 'p-queue';

/** Cost from the OWASP Password Storage Cheat Sheet: 128 MiB, about half a second. Each hash stores its own cost. */
const cost = { N: 2 ** 17, r: 8, p: 1 };
const keyBytes = 32;

export interface PasswordHash {
  N: number;
  r: number;
  p: number;
  /** Salt and key are base64url. */
  salt: string;
  key: string;
}

/** Queue that limits memory to one hash at a time. */
const oneByOne = new PQueue({ concurrency: 1 });

type Recipe = Omit<PasswordHash, 'key'>;

/** Derives the key. Normalization makes the password independent of the keyboard (NIST SP 800-63B, 3.1.1.2). */
const derive = (password: string, { N, r, p, salt }: Recipe): Promise<Buffer> =>
  oneByOne.add(
    () =>
      new Promise((resolve, reject) => {
        const options = { N, r, p, maxmem: 256 * N * r };
        scrypt(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), keyBytes, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

export type HashCost = Pick<PasswordHash, 'N' | 'r' | 'p'>;

export async function hashPassword(password: string, costOf: HashCost = cost): Promise<PasswordHash> {
  const recipe = { ...costOf, salt: random(16) };
  return { ...recipe, key: (await derive(password, recipe)).toString('base64url') };
}

/** Hash of an unknown password, so that comparing takes the same time if there is none. */
const decoy: PasswordHash = { ...cost, salt: random(16), key: random(keyBytes) };

/** Compares a password. It takes the same time if there is no hash, so that timing reveals nothing. */
export async function matchesPassword(password: string, hash: PasswordHash | undefined): Promise<boolean> {
  const comparedHash = hash ?? decoy;
  const isSame = timingSafeEqual(await derive(password, comparedHash), Buffer.from(comparedHash.key, 'base64url'));
  return isSame && hash !== undefined;
}
