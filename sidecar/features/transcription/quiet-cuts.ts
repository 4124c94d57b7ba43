// Measures levels of sound and finds pauses at which a long recording can be cut.
import { createReadStream } from 'node:fs';
import { sampleRate } from './engine-messages.ts';

export async function measureLevels(pcm: string): Promise<SoundLevels> {
  const meter = createLevelMeter(sampleRate);
  let odd = Buffer.alloc(0);
  for await (const chunk of createReadStream(pcm) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([odd, chunk]);
    const even = bytes.length & ~1;
    // The copy is aligned for 16-bit numbers.
    meter.push(new Int16Array(Uint8Array.from(bytes.subarray(0, even)).buffer));
    odd = bytes.subarray(even);
  }
  return meter.end();
}

/** Length of the stretches whose energy is compared. */
const stretchSeconds = 0.2;

export interface SoundLevels {
  /** Energy of each stretch from the beginning. */
  energies: Float64Array;
  stretchSeconds: number;
}

/** Creates a meter that takes samples in portions of any size and returns the energy of each stretch. */
export function createLevelMeter(sampleRate: number): {
  push: (samples: Int16Array | Float32Array) => void;
  end: () => SoundLevels;
} {
  const length = Math.round(sampleRate * stretchSeconds);
  const energies: number[] = [];
  let [sum, count] = [0, 0];
  return {
    push: (samples) => {
      for (const value of samples) {
        sum += value * value;
        count += 1;
        if (count < length) continue;
        energies.push(sum / count);
        [sum, count] = [0, 0];
      }
    },
    end: () => {
      if (count > 0) energies.push(sum / count);
      return { energies: Float64Array.from(energies), stretchSeconds };
    },
  };
}

/** Returns the seconds at which to cut, so that no chunk is longer than `longestSeconds`. Searches its last `share`. */
export function findQuietCuts(
  { energies, stretchSeconds: each }: SoundLevels,
  longestSeconds: number,
  share = 0.1,
): number[] {
  const maxLength = Math.floor(longestSeconds / each);
  const searchedLength = Math.max(1, Math.floor(maxLength * share));
  const cuts: number[] = [];
  for (let from = 0; energies.length - from > maxLength;) {
    const end = from + maxLength;
    let quietest = end - 1;
    for (let at = end - 1; at >= end - searchedLength; at -= 1) if (energies[at]! < energies[quietest]!) quietest = at;
    cuts.push((quietest + 0.5) * each);
    from = quietest;
  }
  return cuts;
}

/** Seconds that are compared before and after a point in time. */
const comparedSeconds = 3;
/** Energy ratio of a drop: 15 dB. */
const steep = 30;

/** Returns the seconds at which sound becomes much quieter and stays so; a new block begins there. */
export function findLevelDrops({ energies, stretchSeconds: each }: SoundLevels): number[] {
  const length = Math.round(comparedSeconds / each);
  const mean = (from: number, to: number): number =>
    energies.subarray(from, to).reduce((sum, energy) => sum + energy, 0) / (to - from);
  const ratios = Array.from(energies, (_, at) =>
    at < length || at > energies.length - length ? 0 : mean(at - length, at) / Math.max(1e-9, mean(at, at + length)),
  );
  const isSteepest = (at: number): boolean =>
    ratios.slice(Math.max(0, at - length), at + length + 1).every((ratio) => ratio <= ratios[at]!);
  return ratios.flatMap((ratio, at) => (ratio > steep && isSteepest(at) ? [(at + 0.5) * each] : []));
}
