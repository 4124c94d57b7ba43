// Passwords as scrypt hashes, made beside the event loop and one at a time.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import PQueue from 'p-queue';

/** OWASP, Password Storage Cheat Sheet: 128 MiB for each, about half a second. Higher ones may follow: each hash says its own. */
const cost = { N: 2 ** 17, r: 8, p: 1 };
const keyBytes = 32;

export interface PasswordHash {
  N: number;
  r: number;
  p: number;
  /** Both base64url. */
  salt: string;
  key: string;
}

/** However many try to sign in at once, one hash's memory is used. */
const oneByOne = new PQueue({ concurrency: 1 });

type Recipe = Omit<PasswordHash, 'key'>;

/** The same characters give the same bytes on every keyboard (NIST SP 800-63B, 3.1.1.2). */
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

/** Nobody knows the password of this one; comparing with it takes as long as with any. */
const decoy: PasswordHash = { ...cost, salt: random(16), key: random(keyBytes) };

/** Takes the same work where there is no hash: how long it lasts tells nothing. */
export async function matchesPassword(password: string, hash: PasswordHash | undefined): Promise<boolean> {
  const comparedHash = hash ?? decoy;
  const isSame = timingSafeEqual(await derive(password, comparedHash), Buffer.from(comparedHash.key, 'base64url'));
  return isSame && hash !== undefined;
}
