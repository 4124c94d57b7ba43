// The response cache: answers by their validator, so that the same question about one release is computed once.
import { cache } from '../cache.ts';
import type { Answer, Conditional } from './handler.ts';

/** An answer as bytes. */
export interface MadeAnswer extends Omit<Answer, 'body'> {
  bytes: Buffer;
}

export type MakeAnswer = (answer: Conditional) => MadeAnswer;

const maxCachedBytes = 16 * 1024 * 1024;

export const toBytes = ({ body, ...rest }: Answer): MadeAnswer => ({ ...rest, bytes: Buffer.from(body) });

/** Small buffers share slabs of memory: one that is kept would hold on to all of its slab. */
const alone = (made: MadeAnswer): MadeAnswer => ({ ...made, bytes: Buffer.from(new Uint8Array(made.bytes).buffer) });

/** Holds up to `most` bytes. */
export function responseCache(most = maxCachedBytes): MakeAnswer {
  const kept = cache<string, MadeAnswer>({ most, sizeOf: ({ bytes }) => bytes.length });
  return ({ etag, answer }) => {
    const known = kept.get(etag);
    if (known) return known;
    const made = alone(toBytes(answer()));
    kept.set(etag, made);
    return made;
  };
}
