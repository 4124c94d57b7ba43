// Answers made lately, by their validator: the same question about the same release is not answered twice.
import type { Answer, Conditional } from './handler.ts';

/** An answer as bytes. */
export interface MadeAnswer extends Omit<Answer, 'body'> {
  bytes: Buffer;
}

export type MakeAnswer = (answer: Conditional) => MadeAnswer;

const keptBytes = 16 * 1024 * 1024;

export const toBytes = ({ body, ...rest }: Answer): MadeAnswer => ({ ...rest, bytes: Buffer.from(body) });

/** Up to `most` bytes are kept; the oldest give way. */
export function answerKeeper(most = keptBytes): MakeAnswer {
  const kept = new Map<string, MadeAnswer>();
  let total = 0;
  return ({ etag, answer }) => {
    const known = kept.get(etag);
    if (known) return known;
    const made = toBytes(answer());
    kept.set(etag, made);
    total += made.bytes.length;
    for (const [oldest, { bytes }] of kept) {
      if (total <= most) break;
      kept.delete(oldest);
      total -= bytes.length;
    }
    return made;
  };
}
