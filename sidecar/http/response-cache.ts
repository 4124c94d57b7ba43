// The response cache: answers by their validator, so that the same question about one release is computed once.
import { LRUCache } from 'lru-cache';
import type { Answer, Conditional } from './handler.ts';

/** An answer as bytes. */
export interface MadeAnswer extends Omit<Answer, 'body'> {
  bytes: Buffer;
}

export type MakeAnswer = (answer: Conditional) => MadeAnswer;

const maxCachedBytes = 2 * 1024 * 1024;

export const toBytes = ({ body, ...rest }: Answer): MadeAnswer => ({ ...rest, bytes: Buffer.from(body) });

/** Copies bytes out of the buffer that they share: a cached part would keep all of it in memory. */
export const ownBytes = (bytes: Uint8Array): Buffer => Buffer.from(new Uint8Array(bytes).buffer);

/** `maxSize` is in bytes. */
export function responseCache(maxSize = maxCachedBytes): MakeAnswer {
  const answers = new LRUCache<string, MadeAnswer, Conditional['answer']>({
    maxSize,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
    memoMethod: (_etag, _stale, { context: answer }) => {
      const { bytes, ...rest } = toBytes(answer());
      return { ...rest, bytes: ownBytes(bytes) };
    },
  });
  return ({ etag, answer }) => answers.memo(etag, { context: answer });
}
