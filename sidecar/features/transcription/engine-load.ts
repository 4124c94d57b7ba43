// Loads the models of the embedded engine, which find voices, recognise speech and tell speakers apart.
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { verifyEngineFiles, type EngineFiles, type EngineModels } from './engine-files.ts';
import { sampleRate } from './engine-messages.ts';
import type { SpeechModels } from './transcribe-block.ts';
import type { Recogniser } from './model-folder.ts';
import { optimiseDecoder } from './optimise-decoder.ts';
import { type Recognition, toRecognition, type SherpaResult } from './recognition.ts';
import type { SpeakerTurn } from './speaker-turns.ts';
import type { SampleSpan } from './spans.ts';

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

/** The used exports of sherpa-onnx-node, whose own types are in files that it does not export. */
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
    process: (samples: Float32Array) => SpeakerTurn[];
  };
  Vad: new (config: object, bufferSeconds: number) => Vad;
}

/** Formats a vocabulary for sherpa-onnx: one token per line, as Base64 and number. */
export async function formatTokens(vocabulary: string): Promise<string> {
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

/** Opens the packaged models with a converted vocabulary and a faster decoder. */
async function withPrepared<T>(files: EngineFiles, open: (modelConfig: object) => T): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-model-'));
  const tokens = join(folder, 'tokens.txt');
  const mergedDecoder = join(folder, 'decoder.onnx');
  try {
    await writeFile(tokens, await formatTokens(files.vocabulary));
    await writeFile(mergedDecoder, optimiseDecoder(await readFile(files.decoder)));
    return open({ moonshine: { encoder: files.encoder, mergedDecoder }, tokens });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the configuration of a model, with the language for the kinds that take one. */
function configFor({ kind, modelConfig, bpeVocab }: Recogniser, language = ''): object {
  const own = modelConfig[kind] as object;
  const withLanguage: Record<string, object> = {
    whisper: { whisper: { ...own, language } },
    senseVoice: { senseVoice: { ...own, language } },
    canary: { canary: { ...own, srcLang: language || 'en', tgtLang: language || 'en' } },
  };
  const names = bpeVocab && { modelingUnit: 'bpe', bpeVocab };
  return { ...modelConfig, ...withLanguage[kind], ...names };
}

type Recognise = (samples: Float32Array) => Recognition;

function openRecogniser({ OfflineRecognizer }: Sherpa, modelConfig: object, hotwords?: string): Recognise {
  const recogniser = new OfflineRecognizer({
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: { ...modelConfig, ...common },
    ...(hotwords && { decodingMethod: 'modified_beam_search' }),
  });
  return (samples) => {
    const stream = recogniser.createStream(hotwords);
    stream.acceptWaveform({ sampleRate, samples });
    recogniser.decode(stream);
    return toRecognition(recogniser.getResult(stream));
  };
}

/** Formats names as hotwords, in the case of the vocabulary. */
function formatHotwords({ bpeVocab }: Recogniser, names: string[]): string | undefined {
  if (!bpeVocab || names.length === 0) return undefined;
  const isSmall = /[a-z]{2}/.test(readFileSync(bpeVocab, 'utf8'));
  return names.map((name) => (isSmall ? name : name.toUpperCase()).replaceAll('/', ' ')).join('/');
}

const isPunctuated = (text: string): boolean => /[.,!?。，？！]/.test(text);

function openPunctuation(
  { OfflinePunctuation }: Sherpa,
  model: string | undefined,
): (recognition: Recognition) => Recognition {
  if (!model) return (recognition) => recognition;
  const punctuation = new OfflinePunctuation({ model: { ctTransformer: model, ...common } });
  return (recognition) => {
    const { text } = recognition;
    if (!text || isPunctuated(text)) return recognition;
    const { wordStarts, ...others } = recognition;
    const better = punctuation.addPunct(text === text.toUpperCase() ? text.toLowerCase() : text).trim();
    const isSame = wordStarts?.length === better.split(/\s+/).length;
    return { ...others, text: better, ...(isSame && wordStarts && { wordStarts }) };
  };
}

/** Opens a voice detector. A low threshold is harmless: noise gives no text, but a missed word is lost. */
function openDetector({ Vad }: Sherpa, model: string, threshold: number): SpeechModels['voices'] {
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
    const voices: SampleSpan[] = [];
    const take = () => {
      for (; !vad.isEmpty(); vad.pop()) {
        const { start, samples: voice } = vad.front(false);
        voices.push({ from: start, to: Math.min(samples.length, start + voice.length) });
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
    // Without a reset, loud sound would make the detector deaf for the next block.
    vad.reset();
    return voices;
  };
}

function openLanguageIdentification({ SpokenLanguageIdentification }: Sherpa, whisper: EngineModels['language']) {
  if (!whisper) return undefined;
  const identification = new SpokenLanguageIdentification({ whisper, ...common });
  return (samples: Float32Array): string => {
    const stream = identification.createStream();
    stream.acceptWaveform({ sampleRate, samples });
    return identification.compute(stream);
  };
}

function openDiarisation({ OfflineSpeakerDiarization }: Sherpa, models: EngineModels['speakers']) {
  if (!models) return undefined;
  const diarization = new OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: models.segmentation }, ...common },
    embedding: { model: models.embedding, ...common },
    clustering: { numClusters: -1, threshold: 0.5 },
    minDurationOn: 0.3,
    minDurationOff: 0.5,
  });
  return (samples: Float32Array): SpeakerTurn[] => diarization.process(samples);
}

export interface RecogniserOptions {
  language: string | undefined;
  names: string[];
}

export interface LoadedEngine {
  /** Returns the models for the recognition of a recording. */
  modelsFor: (options: RecogniserOptions) => Promise<SpeechModels>;
  /** Identifies the language; undefined without a model for it. */
  identify: ((samples: Float32Array) => string) | undefined;
  diarise: ((samples: Float32Array) => SpeakerTurn[]) | undefined;
}

/** Caches the recogniser until another language or other names need a new one. */
function createRecogniserCache(sherpa: Sherpa, { embedded, recogniser }: EngineModels) {
  let last: { key: string; recognise: Recognise } | undefined;
  return async ({ language, names }: RecogniserOptions): Promise<Recognise> => {
    const hotwords = recogniser && formatHotwords(recogniser, names);
    const key = JSON.stringify(recogniser ? [configFor(recogniser, language), hotwords] : []);
    if (last?.key === key) return last.recognise;
    const recognise = recogniser
      ? openRecogniser(sherpa, configFor(recogniser, language), hotwords)
      : await withPrepared(embedded!, (config) => openRecogniser(sherpa, config));
    last = { key, recognise };
    return recognise;
  };
}

export async function loadEngine(models: EngineModels): Promise<LoadedEngine> {
  if (models.embedded) await verifyEngineFiles(models.embedded);
  const sherpa = createRequire(import.meta.url)(models.runner) as Sherpa;
  const recogniserFor = createRecogniserCache(sherpa, models);
  const punctuate = openPunctuation(sherpa, models.punctuation);
  const detectors = {
    voices: openDetector(sherpa, models.voice, 0.3),
    faintVoices: openDetector(sherpa, models.voice, 0.1),
  };
  return {
    modelsFor: async (options) => {
      const recognise = await recogniserFor(options);
      return { recognise: (samples) => punctuate(recognise(samples)), ...detectors };
    },
    identify: openLanguageIdentification(sherpa, models.language),
    diarise: openDiarisation(sherpa, models.speakers),
  };
}
