// Mixes channels to their mean, or to one of the loudest where the mean would cancel the speech.

/** Samples that are mixed in the same way. */
const stretch = 8000;
/** Channels cancel each other if their mean has less than this share of the loudest channel's energy. */
const cancelled = 0.1;
/** A channel with this share of the loudest channel's energy is loud enough to replace the mean. */
const audible = 0.5;

const energy = (samples: Float32Array, from: number, to: number): number => {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += samples[at]! ** 2;
  return sum;
};

export function mixToMono(channels: Float32Array[]): Float32Array {
  const [first = new Float32Array(0), ...others] = channels;
  if (others.length === 0) return first;
  const mixed = first.map(
    (value, index) => others.reduce((sum, one) => sum + (one[index] ?? 0), value) / channels.length,
  );
  for (let from = 0; from < mixed.length; from += stretch) {
    const to = Math.min(mixed.length, from + stretch);
    const energies = channels.map((samples) => energy(samples, from, to));
    const loudest = Math.max(...energies);
    // Switching between inverted channels would click, so the first one is preferred unless it is much quieter.
    const channel = channels[energies.findIndex((one) => one >= loudest * audible)]!;
    if (energy(mixed, from, to) < cancelled * loudest) mixed.set(channel.subarray(from, to), from);
  }
  return mixed;
}
