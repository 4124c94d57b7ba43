// The models of the embedded engine, loaded: what finds voices, recognises what they say, and tells who speaks.
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkEngine, type EngineFiles, type EngineModels } from './engine-files.ts';
import { sampleRate } from './engine-messages.ts';
import type { Ear } from './listen.ts';
import type { Recogniser } from './model-folder.ts';
import { quickDecoder } from './quick-decoder.ts';
import { type Reading, readingOf, type SherpaResult } from './reading.ts';
import type { Turn } from './turns.ts';
import type { Span } from './spans.ts';

interface Vad {
  acceptWaveform: (samples: Float32Array) => void;
  isEmpty: () => boolean;
  front: (external: boolean) => { start: number; samples: Float32Array };
  pop: () => void;
  flush: () => void;
  reset: () => void;
}

interface Stream {
  acceptWaveform: (wave: { sampleRate: number; samples: Float32Array }) => void;
}

/** What is used of sherpa-onnx-node, whose own types are of files that it does not export. */
interface Sherpa {
  OfflineRecognizer: new (config: object) => {
    createStream: (hotwords?: string) => Stream;
    decode: (stream: Stream) => void;
    getResult: (stream: Stream) => SherpaResult;
  };
  SpokenLanguageIdentification: new (config: object) => {
    createStream: () => Stream;
    compute: (stream: Stream) => string;
  };
  OfflinePunctuation: new (config: object) => { addPunct: (text: string) => string };
  OfflineSpeakerDiarization: new (config: object) => {
    sampleRate: number;
    process: (samples: Float32Array) => Turn[];
  };
  Vad: new (config: object, bufferSeconds: number) => Vad;
}

/** One token a line, as sherpa-onnx reads them: its bytes in Base64, and its number. */
export async function tokensOf(vocabulary: string): Promise<string> {
  const { default: tokenizer } = (await import(pathToFileURL(vocabulary).href)) as {
    default: { vocabById: string[] };
  };
  const bytes = (token: string) => {
    const [, byte] = /^<0x([\dA-F]{2})>$/.exec(token) ?? [];
    return byte ? Buffer.from(byte, 'hex') : Buffer.from(token);
  };
  return tokenizer.vocabById.map((token, id) => `${bytes(token).toString('base64')} ${id}\n`).join('');
}

const common = { numThreads: 1, provider: 'cpu', debug: 0 };

/** Those of the package come with a vocabulary of another form, and with a slow decoder. */
async function withPrepared<T>(files: EngineFiles, open: (modelConfig: object) => T): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-model-'));
  const [tokens, mergedDecoder] = [join(folder, 'tokens.txt'), join(folder, 'decoder.onnx')];
  try {
    await writeFile(tokens, await tokensOf(files.vocabulary));
    await writeFile(mergedDecoder, quickDecoder(await readFile(files.decoder)));
    return open({ moonshine: { encoder: files.encoder, mergedDecoder }, tokens });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Some models are told the language; those of the others is in their name. */
function configFor({ kind, modelConfig, bpeVocab }: Recogniser, language = ''): object {
  const own = modelConfig[kind] as object;
  const told: Record<string, object> = {
    whisper: { whisper: { ...own, language } },
    senseVoice: { senseVoice: { ...own, language } },
    canary: { canary: { ...own, srcLang: language || 'en', tgtLang: language || 'en' } },
  };
  const names = bpeVocab && { modelingUnit: 'bpe', bpeVocab };
  return { ...modelConfig, ...told[kind], ...names };
}

type Hearing = (samples: Float32Array) => Reading;

function recogniserOf({ OfflineRecognizer }: Sherpa, modelConfig: object, hotwords?: string): Hearing {
  const recogniser = new OfflineRecognizer({
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: { ...modelConfig, ...common },
    ...(hotwords && { decodingMethod: 'modified_beam_search' }),
  });
  return (samples) => {
    const stream = recogniser.createStream(hotwords);
    stream.acceptWaveform({ sampleRate, samples });
    recogniser.decode(stream);
    return readingOf(recogniser.getResult(stream));
  };
}

/** In letters as its vocabulary has them. */
function hotwordsOf({ bpeVocab }: Recogniser, names: string[]): string | undefined {
  if (!bpeVocab || names.length === 0) return undefined;
  const isSmall = /[a-z]{2}/.test(readFileSync(bpeVocab, 'utf8'));
  return names.map((name) => (isSmall ? name : name.toUpperCase()).replaceAll('/', ' ')).join('/');
}

const isPunctuated = (text: string): boolean => /[.,!?。，？！]/.test(text);

function punctuator({ OfflinePunctuation }: Sherpa, model: string | undefined): (reading: Reading) => Reading {
  if (!model) return (reading) => reading;
  const punctuation = new OfflinePunctuation({ model: { ctTransformer: model, ...common } });
  return (reading) => {
    const { text } = reading;
    if (!text || isPunctuated(text)) return reading;
    const { wordStarts, ...others } = reading;
    const better = punctuation.addPunct(text === text.toUpperCase() ? text.toLowerCase() : text).trim();
    const isSame = wordStarts?.length === better.split(/\s+/).length;
    return { ...others, text: better, ...(isSame && wordStarts && { wordStarts }) };
  };
}

/** Low thresholds: a word that is taken for noise is lost, noise that is taken for a word gives no text. */
function openDetector({ Vad }: Sherpa, model: string, threshold: number): Ear['voices'] {
  const isTen = basename(model).startsWith('ten');
  const window = isTen ? 256 : 512;
  const detector = {
    model,
    threshold,
    minSpeechDuration: 0.1,
    minSilenceDuration: 0.3,
    maxSpeechDuration: 20,
    windowSize: window,
  };
  const vad = new Vad({ [isTen ? 'tenVad' : 'sileroVad']: detector, sampleRate, numThreads: 1, debug: false }, 60);
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

function identifier({ SpokenLanguageIdentification }: Sherpa, whisper: EngineModels['language']) {
  if (!whisper) return undefined;
  const identification = new SpokenLanguageIdentification({ whisper, ...common });
  return (samples: Float32Array): string => {
    const stream = identification.createStream();
    stream.acceptWaveform({ sampleRate, samples });
    return identification.compute(stream);
  };
}

function diariser({ OfflineSpeakerDiarization }: Sherpa, models: EngineModels['speakers']) {
  if (!models) return undefined;
  const diarization = new OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: models.segmentation }, ...common },
    embedding: { model: models.embedding, ...common },
    clustering: { numClusters: -1, threshold: 0.5 },
    minDurationOn: 0.3,
    minDurationOff: 0.5,
  });
  return (samples: Float32Array): Turn[] => diarization.process(samples);
}

export interface Told {
  language: string | undefined;
  names: string[];
}

export interface Loaded {
  /** For a recording. */
  earFor: (told: Told) => Promise<Ear>;
  /** Says which language is spoken; undefined without a model for that. */
  identify: ((samples: Float32Array) => string) | undefined;
  diarise: ((samples: Float32Array) => Turn[]) | undefined;
}

/** Opened again where another language is spoken or other names are likely. */
function recognisers(sherpa: Sherpa, { embedded, recogniser }: EngineModels) {
  let last: { key: string; hearing: Hearing } | undefined;
  return async ({ language, names }: Told): Promise<Hearing> => {
    const hotwords = recogniser && hotwordsOf(recogniser, names);
    const key = JSON.stringify(recogniser ? [configFor(recogniser, language), hotwords] : []);
    if (last?.key === key) return last.hearing;
    const hearing = recogniser
      ? recogniserOf(sherpa, configFor(recogniser, language), hotwords)
      : await withPrepared(embedded!, (config) => recogniserOf(sherpa, config));
    last = { key, hearing };
    return hearing;
  };
}

export async function loadEngine(models: EngineModels): Promise<Loaded> {
  if (models.embedded) await checkEngine(models.embedded);
  const sherpa = createRequire(import.meta.url)(models.runner) as Sherpa;
  const hearingFor = recognisers(sherpa, models);
  const punctuate = punctuator(sherpa, models.punctuation);
  const detectors = {
    voices: openDetector(sherpa, models.voice, 0.3),
    faintVoices: openDetector(sherpa, models.voice, 0.1),
  };
  return {
    earFor: async (told) => {
      const hearing = await hearingFor(told);
      return { recognise: (samples) => punctuate(hearing(samples)), ...detectors };
    },
    identify: identifier(sherpa, models.language),
    diarise: diariser(sherpa, models.speakers),
  };
}
