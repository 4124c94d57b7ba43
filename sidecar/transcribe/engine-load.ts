// The models of the embedded engine, loaded: what finds voices, and what recognises what they say.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkEngine, type EngineFiles } from './engine-files.ts';
import { sampleRate } from './engine-messages.ts';
import type { Ear } from './listen.ts';
import type { Span } from './spans.ts';

interface Vad {
  acceptWaveform: (samples: Float32Array) => void;
  isEmpty: () => boolean;
  front: (external: boolean) => { start: number; samples: Float32Array };
  pop: () => void;
  flush: () => void;
  reset: () => void;
}

/** What is used of sherpa-onnx-node, whose own types are of files that it does not export. */
interface Sherpa {
  OfflineRecognizer: new (config: object) => {
    createStream: () => { acceptWaveform: (wave: { sampleRate: number; samples: Float32Array }) => void };
    decode: (stream: object) => void;
    getResult: (stream: object) => { text: string };
  };
  Vad: new (config: object, bufferSeconds: number) => Vad;
}

/** Samples that the voice detector looks at together. */
const window = 512;

/** One token a line, as sherpa-onnx reads them: its bytes in Base64, and its number. */
async function tokensOf(vocabulary: string): Promise<string> {
  const { default: tokenizer } = (await import(pathToFileURL(vocabulary).href)) as {
    default: { vocabById: string[] };
  };
  const bytes = (token: string) => {
    const [, byte] = /^<0x([\dA-F]{2})>$/.exec(token) ?? [];
    return byte ? Buffer.from(byte, 'hex') : Buffer.from(token);
  };
  return tokenizer.vocabById.map((token, id) => `${bytes(token).toString('base64')} ${id}\n`).join('');
}

async function openRecogniser({ OfflineRecognizer }: Sherpa, files: EngineFiles): Promise<Ear['recognise']> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-tokens-'));
  const tokens = join(folder, 'tokens.txt');
  await writeFile(tokens, await tokensOf(files.vocabulary));
  const recogniser = new OfflineRecognizer({
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: {
      moonshine: { encoder: files.encoder, mergedDecoder: files.decoder },
      tokens,
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
  });
  await rm(folder, { recursive: true });
  return (samples) => {
    const stream = recogniser.createStream();
    stream.acceptWaveform({ sampleRate, samples });
    recogniser.decode(stream);
    return recogniser.getResult(stream).text;
  };
}

/** Low thresholds: a word that is taken for noise is lost, noise that is taken for a word gives no text. */
function openDetector({ Vad }: Sherpa, model: string, threshold: number): Ear['voices'] {
  const sileroVad = {
    model,
    threshold,
    minSpeechDuration: 0.1,
    minSilenceDuration: 0.3,
    maxSpeechDuration: 20,
    windowSize: window,
  };
  const vad = new Vad({ sileroVad, sampleRate, numThreads: 1, debug: false }, 60);
  return (samples) => {
    const found: Span[] = [];
    const take = () => {
      for (; !vad.isEmpty(); vad.pop()) {
        const { start, samples: voice } = vad.front(false);
        found.push({ from: start, to: Math.min(samples.length, start + voice.length) });
      }
    };
    for (let from = 0; from < samples.length; from += window) {
      const some = new Float32Array(window);
      some.set(samples.subarray(from, from + window));
      vad.acceptWaveform(some);
      take();
    }
    vad.flush();
    take();
    // The next block is heard as if nothing had been before: loud sound makes the detector deaf.
    vad.reset();
    return found;
  };
}

export async function loadEngine(files: EngineFiles): Promise<Ear> {
  await checkEngine(files);
  const sherpa = createRequire(import.meta.url)(files.sherpa) as Sherpa;
  return {
    recognise: await openRecogniser(sherpa, files),
    voices: openDetector(sherpa, files.voice, 0.3),
    faintVoices: openDetector(sherpa, files.voice, 0.1),
  };
}
