// The response cache: answers by their validator, so that the same question about one release is computed once.
import { cache, ownBytes } from '../storage/cache.ts';
import type { Answer, Conditional } from './handler.ts';

/** An answer as bytes. */
export interface MadeAnswer extends Omit<Answer, 'body'> {
  bytes: Buffer;
}

export type MakeAnswer = (answer: Conditional) => MadeAnswer;

const maxCachedBytes = 2 * 1024 * 1024;

export const toBytes = ({ body, ...rest }: Answer): MadeAnswer => ({ ...rest, bytes: Buffer.from(body) });

/** Holds up to `most` bytes. */
export function responseCache(most = maxCachedBytes): MakeAnswer {
  const kept = cache<string, MadeAnswer>({ most, sizeOf: ({ bytes }) => bytes.length });
  return ({ etag, answer }) => {
    const known = kept.get(etag);
    if (known) return known;
    const { bytes, ...rest } = toBytes(answer());
    const made = { ...rest, bytes: ownBytes(bytes) };
    kept.set(etag, made);
    return made;
  };
}
