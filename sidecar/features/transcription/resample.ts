// Changes the sample rate with a windowed sinc low-pass filter, evaluated at each new sample.
// (J. O. Smith, Digital Audio Resampling, https://ccrma.stanford.edu/~jos/resample/)

/** Zero crossings of the sinc on each side. */
const crossings = 16;
const tableSteps = 512;

/** Right half of the kernel: a sinc in a Blackman window. */
const table = Float64Array.from({ length: crossings * tableSteps + 2 }, (_, step) => {
  const x = step / tableSteps;
  if (x >= crossings) return 0;
  const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
  const phase = (Math.PI * x) / crossings;
  return sinc * (0.42 + 0.5 * Math.cos(phase) + 0.08 * Math.cos(2 * phase));
});

function kernel(x: number): number {
  const position = Math.abs(x) * tableSteps;
  const step = Math.floor(position);
  if (step >= crossings * tableSteps) return 0;
  return table[step]! + (position - step) * (table[step + 1]! - table[step]!);
}

export interface Resampler {
  /** Takes the next samples and returns those that are finished. */
  push: (samples: Float32Array) => Float32Array;
  /** Returns the remaining samples. */
  end: () => Float32Array;
}

export function createResampler(fromRate: number, toRate: number): Resampler {
  const step = fromRate / toRate;
  /** Cutoff of the narrower band, lowered a little to avoid aliasing. */
  const cutoff = Math.min(1, toRate / fromRate) * 0.97;
  const reach = crossings / cutoff;
  let buffer = new Float32Array(0);
  /** Position of `buffer[0]` in the input. */
  let bufferStart = 0;
  /** Index of the next output sample. */
  let next = 0;

  const sampleAt = (position: number): number => {
    let sum = 0;
    const last = Math.min(Math.floor(position + reach) - bufferStart, buffer.length - 1);
    for (let i = Math.max(0, Math.ceil(position - reach) - bufferStart); i <= last; i += 1)
      sum += buffer[i]! * kernel((position - bufferStart - i) * cutoff);
    return sum * cutoff;
  };
  const make = (before: number): Float32Array => {
    const output: number[] = [];
    for (; next * step < before; next += 1) output.push(sampleAt(next * step));
    const drop = Math.max(0, Math.min(buffer.length, Math.floor(next * step - reach) - bufferStart));
    buffer = buffer.slice(drop);
    bufferStart += drop;
    return Float32Array.from(output);
  };
  return {
    push: (samples) => {
      const extended = new Float32Array(buffer.length + samples.length);
      extended.set(buffer);
      extended.set(samples, buffer.length);
      buffer = extended;
      return make(bufferStart + buffer.length - reach);
    },
    end: () => make(bufferStart + buffer.length),
  };
}
