// Where a block of sound is as loud as speech in it would be.
import type { Span } from './spans.ts';
import { joinSpans, samplesIn } from './spans.ts';

const stretch = samplesIn(0.1);
/** Above the quietest tenth of the block: 8 dB. */
const aboveFloor = 6.3;
/** Nothing under -52 dB counts. */
const leastEnergy = 6e-6;
const shortest = samplesIn(0.2);
const pause = samplesIn(0.6);

export interface Loudness {
  floor: number;
  loud: Span[];
}

export const energyOf = (samples: Float32Array): number => {
  let sum = 0;
  for (const value of samples) sum += value * value;
  return sum / Math.max(1, samples.length);
};

export function loudnessOf(samples: Float32Array): Loudness {
  const energies: number[] = [];
  for (let from = 0; from < samples.length; from += stretch)
    energies.push(energyOf(samples.subarray(from, from + stretch)));
  const sorted = Float64Array.from(energies).sort();
  const floor = sorted[Math.floor(sorted.length / 10)] ?? 0;
  const least = Math.max(leastEnergy, floor * aboveFloor);
  const spans = energies.flatMap((energy, index) =>
    energy > least ? [{ from: index * stretch, to: Math.min(samples.length, (index + 1) * stretch) }] : [],
  );
  return { floor, loud: joinSpans(spans, pause).filter(({ from, to }) => to - from >= shortest) };
}
