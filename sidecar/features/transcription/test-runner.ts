// A fake of sherpa-onnx-node for tests: each level of sound is a word, and everything loud is a voice.
import { sampleRate } from './engine-messages.ts';
import type { SherpaResult } from './recognition.ts';

const wordSeconds = 0.5;
const lowest = 10;
const highest = 90;
/** Shortest word; between words resampling leaves other levels. */
const shortestWord = 0.15 * sampleRate;

/** Creates 16-bit samples of words, from `w10` to `w89` and again. */
export function createWordSamples(count: number): Int16Array {
  const length = wordSeconds * sampleRate;
  const samples = new Int16Array(count * length);
  for (let at = 0; at < count; at += 1) {
    const level = lowest + (at % (highest - lowest));
    samples.fill((level / 100) * 32_768, at * length, (at + 1) * length);
  }
  return samples;
}

function readWords(samples: Float32Array): string {
  const words: string[] = [];
  for (let from = 0; from < samples.length;) {
    const level = Math.round(samples[from]! * 100);
    let to = from;
    while (to < samples.length && Math.round(samples[to]! * 100) === level) to += 1;
    if (level >= lowest && to - from >= shortestWord) words.push(`w${level}`);
    from = to;
  }
  return words.join(' ');
}

interface Stream {
  samples: Float32Array;
  acceptWaveform: (wave: { samples: Float32Array }) => void;
}

interface RecognizerConfig {
  /** `inventsWords` makes the result differ each time, as for a language that the model does not know. */
  modelConfig: { inventsWords?: boolean };
}

export class OfflineRecognizer {
  readonly #config: RecognizerConfig;
  #invented = 0;

  constructor(config: RecognizerConfig) {
    this.#config = config;
  }

  createStream(): Stream {
    const stream: Stream = {
      samples: new Float32Array(),
      acceptWaveform: ({ samples }) => void (stream.samples = samples),
    };
    return stream;
  }

  decode(): void {}

  getResult({ samples }: Stream): SherpaResult {
    if (!this.#config.modelConfig.inventsWords) return { text: readWords(samples) };
    return { text: Array.from({ length: 8 }, () => `x${(this.#invented += 1)}`).join(' ') };
  }
}

export class Vad {
  #at = 0;
  #from: number | undefined;
  #voices: { start: number; samples: { length: number } }[] = [];

  acceptWaveform(samples: Float32Array): void {
    if (samples.some((value) => value > 0.05)) this.#from ??= this.#at;
    else this.flush();
    this.#at += samples.length;
  }

  flush(): void {
    if (this.#from !== undefined) this.#voices.push({ start: this.#from, samples: { length: this.#at - this.#from } });
    this.#from = undefined;
  }

  reset(): void {
    this.#at = 0;
    this.#from = undefined;
  }

  isEmpty(): boolean {
    return this.#voices.length === 0;
  }

  front(): { start: number; samples: { length: number } } {
    return this.#voices[0]!;
  }

  pop(): void {
    this.#voices.shift();
  }
}
