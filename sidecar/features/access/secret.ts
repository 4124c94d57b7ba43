// The secret from which all root keys are derived. It is created once and shared by all sidecars of a store.
import { createHmac, randomBytes } from 'node:crypto';
import { readSecret } from '../../storage/state.ts';
import type { Db } from '../../storage/store.ts';

/** Derives a key of 32 bytes from a purpose and an id. */
export type Derive = (purpose: string, id: string) => Buffer;

const secretName = 'accessSecret';

/** Returns a function that reads the secret on first use. After a failure the next call tries again. */
export function secretReader(db: Db): () => Promise<Derive> {
  let derive: Promise<Derive> | undefined;
  return () => {
    derive ??= readSecret(db, secretName, () => randomBytes(32).toString('hex')).then((secret) => {
      const key = Buffer.from(secret, 'hex');
      return (purpose, id) => createHmac('sha256', key).update(`${purpose}\n${id}`).digest();
    });
    derive.catch(() => (derive = undefined));
    return derive;
  };
}
