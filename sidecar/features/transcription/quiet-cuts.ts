// Where long sound is cut into pieces: each at the quietest moment near its end.

/** Of this long a stretch the energy is compared. */
const stretchSeconds = 0.2;

export interface Levels {
  /** Energy of each stretch, from the beginning. */
  energies: Float64Array;
  stretchSeconds: number;
}

/** Takes samples in any portions; gives the energy of each stretch of 0.2 seconds. */
export function levelMeter(sampleRate: number): {
  push: (samples: Int16Array | Float32Array) => void;
  end: () => Levels;
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

/** Seconds at which to cut, so that no piece is longer than `longestSeconds`; its last part, `share`, is looked through. */
export function quietCuts({ energies, stretchSeconds: each }: Levels, longestSeconds: number, share = 0.1): number[] {
  const most = Math.floor(longestSeconds / each);
  const looked = Math.max(1, Math.floor(most * share));
  const cuts: number[] = [];
  for (let from = 0; energies.length - from > most;) {
    const end = from + most;
    let quietest = end - 1;
    for (let at = end - 1; at >= end - looked; at -= 1) if (energies[at]! < energies[quietest]!) quietest = at;
    cuts.push((quietest + 0.5) * each);
    from = quietest;
  }
  return cuts;
}

/** Compared on both sides of a moment, in seconds. */
const comparedSeconds = 3;
/** 15 dB. */
const steep = 30;

/** Seconds at which sound becomes much quieter, and stays so: what comes then is heard anew. */
export function dropsOf({ energies, stretchSeconds: each }: Levels): number[] {
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
