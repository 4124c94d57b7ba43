// Caches answers by their validators, so that the same query about one release is computed once.
import { LRUCache } from 'lru-cache';
import type { Answer, ConditionalAnswer } from './handler.ts';

/** An answer as bytes. */
export interface EncodedAnswer extends Omit<Answer, 'body'> {
  bytes: Buffer;
}

export type EncodeAnswer = (answer: ConditionalAnswer) => EncodedAnswer;

const maxCachedBytes = 2 * 1024 * 1024;

export const encodeAnswer = ({ body, ...rest }: Answer): EncodedAnswer => ({ ...rest, bytes: Buffer.from(body) });

/** Copies bytes out of a shared buffer, which a cached part would keep in memory. */
export const copyBytes = (bytes: Uint8Array): Buffer => Buffer.from(new Uint8Array(bytes).buffer);

/** Creates the cache; `maxSize` is in bytes. */
export function createResponseCache(maxSize = maxCachedBytes): EncodeAnswer {
  const answers = new LRUCache<string, EncodedAnswer, ConditionalAnswer['answer']>({
    maxSize,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
    memoMethod: (_etag, _stale, { context: answer }) => {
      const { bytes, ...rest } = encodeAnswer(answer());
      return { ...rest, bytes: copyBytes(bytes) };
    },
  });
  return ({ etag, answer }) => answers.memo(etag, { context: answer });
}
