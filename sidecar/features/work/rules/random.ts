// Choices that follow from a seed: the same seed makes the same task.
import { createHash } from 'node:crypto';

export interface Random {
  /** A whole number from 0, below `limit`. */
  below: (limit: number) => number;
  /** Up to `count` different members, in no order. */
  sample: <T>(list: readonly T[], count: number) => T[];
}

const drawBytes = 6;

export function createRandom(seed: string): Random {
  let drawn = 0;
  const below = (limit: number): number => {
    const digest = createHash('sha256').update(`${seed}\n${drawn++}`).digest();
    return Math.floor((digest.readUIntBE(0, drawBytes) / 2 ** (8 * drawBytes)) * limit);
  };
  return {
    below,
    // Only the places that were drawn are held, so that a sample of a long list costs no more than of a short one.
    sample: (list, count) => {
      const moved = new Map<number, number>();
      const last = Math.min(count, list.length);
      return Array.from({ length: last }, (_, at) => {
        const place = at + below(list.length - at);
        const taken = moved.get(place) ?? place;
        moved.set(place, moved.get(at) ?? at);
        return list[taken]!;
      });
    },
  };
}
