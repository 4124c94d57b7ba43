// The secret that every root key is derived from: made once, kept in the store, the same for all sidecars that share it.
import { createHmac, randomBytes } from 'node:crypto';
import { readSecret } from '../../storage/state.ts';
import type { Db } from '../../storage/store.ts';

/** Derives the key of a purpose and an id, 32 bytes. */
export type Derive = (purpose: string, id: string) => Buffer;

const secretName = 'accessSecret';

/** Reads the secret when it is first asked for; where that fails, the next one tries again. */
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
