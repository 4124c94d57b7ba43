// The engine process: finds voices first, then recognises what they say, one piece at a time, on one thread.
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { sampleRate, type EngineMessage, type HearRequest } from './engine-messages.ts';
import { levelMeter, quietCuts } from './quiet-cuts.ts';
import { checkEngine, type EngineFiles } from './engine-files.ts';

/** What is used of sherpa-onnx-node, which has no types of its own. */
interface Sherpa {
  OfflineRecognizer: new (config: object) => {
    createStream: () => { acceptWaveform: (wave: { sampleRate: number; samples: Float32Array }) => void };
    decode: (stream: object) => void;
    getResult: (stream: object) => { text: string };
  };
  Vad: new (
    config: object,
    bufferSeconds: number,
  ) => {
    acceptWaveform: (samples: Float32Array) => void;
    isEmpty: () => boolean;
    front: (external: boolean) => { start: number; samples: Float32Array };
    pop: () => void;
    flush: () => void;
    reset: () => void;
  };
}

interface Engine {
  recogniser: InstanceType<Sherpa['OfflineRecognizer']>;
  voices: InstanceType<Sherpa['Vad']>;
}

const say = (message: EngineMessage): void => void process.send?.(message);

/** Samples that the voice detector looks at together. */
const window = 512;
/** Of one piece: Moonshine was made for short ones. */
const longestSeconds = 20;

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

async function load(files: EngineFiles): Promise<Engine> {
  await checkEngine(files);
  const sherpa = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa;
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-tokens-'));
  const tokens = join(folder, 'tokens.txt');
  await writeFile(tokens, await tokensOf(files.vocabulary));
  const recogniser = new sherpa.OfflineRecognizer({
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
  const sileroVad = {
    model: files.voice,
    threshold: 0.5,
    minSpeechDuration: 0.25,
    minSilenceDuration: 0.5,
    maxSpeechDuration: 15,
    windowSize: window,
  };
  const voices = new sherpa.Vad({ sileroVad, sampleRate, numThreads: 1, debug: false }, 60);
  return { recogniser, voices };
}

const seconds = (samples: number): number => Math.round((samples / sampleRate) * 100) / 100;

/** The detector lets a voice go on that makes no pause: it is cut where it is quietest. */
function piecesOf(samples: Float32Array): [from: number, piece: Float32Array][] {
  const meter = levelMeter(sampleRate);
  meter.push(samples);
  const edges = [0, ...quietCuts(meter.end(), longestSeconds).map((at) => Math.round(at * sampleRate)), samples.length];
  return edges.slice(1).map((end, index) => [edges[index]!, samples.subarray(edges[index], end)]);
}

function recogniseWaiting({ recogniser, voices }: Engine): void {
  for (; !voices.isEmpty(); voices.pop()) {
    const { start, samples } = voices.front(false);
    for (const [from, piece] of piecesOf(samples)) {
      const stream = recogniser.createStream();
      stream.acceptWaveform({ sampleRate, samples: piece });
      recogniser.decode(stream);
      const text = recogniser.getResult(stream).text.trim();
      const begin = start + from;
      if (text) say({ type: 'segment', segment: { start: seconds(begin), end: seconds(begin + piece.length), text } });
    }
  }
}

async function hear(engine: Engine, pcm: string): Promise<void> {
  const file = await open(pcm);
  try {
    const { size } = await file.stat();
    const piece = Buffer.alloc(window * 2 * 64);
    for (let read = 0; read < size;) {
      const { bytesRead } = await file.read(piece, 0, piece.length, read);
      if (bytesRead === 0) break;
      const whole = new Int16Array(piece.buffer, piece.byteOffset, bytesRead >> 1);
      for (let from = 0; from < whole.length; from += window) {
        engine.voices.acceptWaveform(Float32Array.from(whole.subarray(from, from + window), (value) => value / 32768));
        recogniseWaiting(engine);
      }
      read += bytesRead;
      say({ type: 'progress', share: read / size });
    }
    engine.voices.flush();
    recogniseWaiting(engine);
  } finally {
    engine.voices.reset();
    await file.close();
  }
}

let engine: Promise<Engine> | undefined;

process.on('message', ({ pcm, files }: HearRequest) => {
  engine ??= load(files);
  engine
    .then((loaded) => {
      say({ type: 'ready' });
      return hear(loaded, pcm);
    })
    .then(() => say({ type: 'done' }))
    .catch((error: Error) => say({ type: 'failed', message: error.message }));
});
process.on('disconnect', () => process.exit(0));
