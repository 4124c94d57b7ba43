// A random generator with a seed: the same seed makes the same task.
import { createHash } from 'node:crypto';

export interface Random {
  /** Returns a whole number from 0 below `limit`. */
  below: (limit: number) => number;
  /** Returns up to `count` different members in random order. */
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
    // Only swapped positions are stored, so that a sample of a long list costs no more than one of a short list.
    sample: (list, count) => {
      const moved = new Map<number, number>();
      const last = Math.min(count, list.length);
      return Array.from({ length: last }, (_, at) => {
        const drawnAt = at + below(list.length - at);
        const index = moved.get(drawnAt) ?? drawnAt;
        moved.set(drawnAt, moved.get(at) ?? at);
        return list[index]!;
      });
    },
  };
}
