// Identifies the sherpa-onnx models in a folder that the creator downloaded, by their files.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { omitUndefined } from '#domain/omit-undefined.ts';

/** A speech recognition model, configured for sherpa-onnx with absolute paths. */
export interface Recogniser {
  kind: string;
  folder: string;
  /** Primary subtags; undefined if the languages are unknown. */
  languages: string[] | undefined;
  modelConfig: Record<string, unknown>;
  /** BPE vocabulary, with which names can be given as hints. */
  bpeVocab?: string;
}

export interface ModelFolder {
  /** Undefined if the embedded recogniser is used with the other models of the folder. */
  recogniser?: Recogniser;
  voice?: string;
  punctuation?: string;
  /** Multilingual Whisper, which identifies the language for another model. */
  language?: { encoder: string; decoder: string };
  speakers?: { segmentation: string; embedding: string };
}

const modelsAddress = 'https://github.com/k2-fsa/sherpa-onnx/releases/tag/asr-models';
const deepest = 3;

function listFiles(folder: string, depth = 0): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && statSync(path).isDirectory());
      if (isFolder) return depth < deepest ? listFiles(path, depth + 1) : [];
      return [path];
    });
}

/** Files of one folder, with functions that find and test them. */
interface FileSet {
  folder: string;
  /** Returns the file that matches; prefers the 8-bit one. */
  find: (pattern: RegExp) => string | undefined;
  tokens: string | undefined;
  /** Tests the file of tokens. */
  tokensMatch: (pattern: RegExp) => boolean;
  nameMatches: (pattern: RegExp) => boolean;
}

function toFileSet(folder: string, files: string[]): FileSet {
  const find = (pattern: RegExp) => {
    const matches = files.filter((file) => pattern.test(basename(file)));
    return matches.find((file) => basename(file).includes('int8')) ?? matches[0];
  };
  const tokens = find(/tokens\.txt$/);
  let text: string | undefined;
  return {
    folder,
    find,
    tokens,
    tokensMatch: (pattern) => pattern.test((text ??= tokens ? readFileSync(tokens, 'utf8') : '')),
    nameMatches: (pattern) => pattern.test(basename(folder).toLowerCase()),
  };
}

const european = 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(' ');
const namedLanguages = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'ru', 'uk', 'pl', 'zh', 'ja', 'ko', 'ar', 'vi', 'th'];

/** Returns the languages in the name of a folder, such as `…-zh-en-2023-03-28` or `whisper-tiny.en`. */
function languagesInName(folder: string): string[] | undefined {
  const parts = basename(folder).toLowerCase().split(/[-_.]/);
  const languages = namedLanguages.filter((tag) => parts.includes(tag));
  return languages.length > 0 ? languages : undefined;
}

type DetectedModel = Omit<Recogniser, 'folder' | 'modelConfig'> & { model: Record<string, unknown> };
type Reader = (fileSet: FileSet) => DetectedModel | undefined;

const moonshine: Reader = ({ find, folder }) => {
  const preprocessor = find(/^preprocess.*\.onnx$/);
  const encoder = find(/^encode(r_model.*)?(\.int8)?\.(onnx|ort)$/);
  const uncachedDecoder = find(/^uncached_decode.*\.onnx$/);
  const cachedDecoder = find(/^cached_decode.*\.onnx$/);
  const mergedDecoder = find(/^decoder_model_merged.*\.(onnx|ort)$/);
  const languages = languagesInName(folder) ?? ['en'];
  if (encoder && mergedDecoder)
    return { kind: 'moonshine', languages, model: { moonshine: { encoder, mergedDecoder } } };
  if (!preprocessor || !encoder || !uncachedDecoder || !cachedDecoder) return undefined;
  const files = { preprocessor, encoder, uncachedDecoder, cachedDecoder };
  return { kind: 'moonshine', languages, model: { moonshine: files } };
};

const transducer: Reader = ({ find, folder, tokensMatch }) => {
  const encoder = find(/encoder.*\.onnx$/);
  const decoder = find(/decoder.*\.onnx$/);
  const joiner = find(/joiner.*\.onnx$/);
  if (!encoder || !decoder || !joiner) return undefined;
  const files = { transducer: { encoder, decoder, joiner } };
  // Icefall puts the blank token first, NeMo last.
  if (tokensMatch(/^<blk> 0$/m)) {
    const bpeVocab = find(/^bpe\.vocab$/);
    return { kind: 'transducer', languages: languagesInName(folder), model: files, ...(bpeVocab && { bpeVocab }) };
  }
  const isMany = /parakeet.*v3/i.test(basename(folder));
  const languages = isMany
    ? european
    : (languagesInName(folder) ?? (/parakeet/i.test(basename(folder)) ? ['en'] : undefined));
  return { kind: 'nemo', languages, model: { ...files, modelType: 'nemo_transducer' } };
};

const encoderDecoder: Reader = ({ find, folder, tokensMatch, nameMatches }) => {
  const encoder = find(/encoder.*\.onnx$/);
  const decoder = find(/decoder.*\.onnx$/);
  if (!encoder || !decoder) return undefined;
  const files = { encoder, decoder };
  if (tokensMatch(/<\|(no)?pnc\|>/) || nameMatches(/canary/))
    return { kind: 'canary', languages: languagesInName(folder) ?? ['en'], model: { canary: { ...files, usePnc: 1 } } };
  if (nameMatches(/fire-?red/)) return { kind: 'fireRed', languages: ['zh', 'en'], model: { fireRedAsr: files } };
  // Whisper files are named after the size: tiny.en-encoder.onnx.
  if (!/-encoder/.test(basename(encoder)) && !nameMatches(/whisper/)) return undefined;
  const isEnglish = /\.en-/.test(basename(encoder));
  return { kind: 'whisper', languages: isEnglish ? ['en'] : undefined, model: { whisper: files } };
};

const singles: [
  kind: string,
  isIt: (fileSet: FileSet) => boolean,
  configOf: (model: string) => Record<string, unknown>,
][] = [
  [
    'senseVoice',
    ({ tokensMatch }) => tokensMatch(/<\|yue\|>/),
    (model) => ({ senseVoice: { model, useInverseTextNormalization: 1 } }),
  ],
  [
    'paraformer',
    ({ nameMatches, find }) => nameMatches(/paraformer/) || !!find(/^am\.mvn$/),
    (model) => ({ paraformer: { model } }),
  ],
  ['dolphin', ({ nameMatches }) => nameMatches(/dolphin/), (model) => ({ dolphin: { model } })],
  ['omnilingual', ({ nameMatches }) => nameMatches(/omnilingual/), (model) => ({ omnilingual: { model } })],
  ['telespeech', ({ nameMatches }) => nameMatches(/telespeech/), (model) => ({ teleSpeechCtc: model })],
  ['wenet', ({ nameMatches }) => nameMatches(/wenet/), (model) => ({ wenetCtc: { model } })],
  ['zipformer', ({ tokensMatch }) => tokensMatch(/^<blk> 0$/m), (model) => ({ zipformerCtc: { model } })],
  ['nemo', ({ tokensMatch }) => tokensMatch(/^<blk> \d+$/m), (model) => ({ nemoCtc: { model } })],
];

const single: Reader = (fileSet) => {
  const model = fileSet.find(/^(model|ctc).*\.onnx$/);
  const entry = model && singles.find(([, isIt]) => isIt(fileSet));
  if (!entry) return undefined;
  const [kind, , configOf] = entry;
  const languages = kind === 'senseVoice' ? ['zh', 'en', 'ja', 'ko', 'yue'] : languagesInName(fileSet.folder);
  return { kind, languages, model: configOf(model) };
};

function detectRecogniser(fileSet: FileSet): Recogniser | undefined {
  const { folder, tokens } = fileSet;
  if (!tokens) return undefined;
  for (const read of [moonshine, transducer, encoderDecoder, single]) {
    const detected = read(fileSet);
    if (!detected) continue;
    const { model, ...others } = detected;
    return { ...others, folder, modelConfig: { ...model, tokens } };
  }
  return undefined;
}

const isManyLanguages = ({ kind, languages }: Recogniser): boolean => kind === 'whisper' && languages === undefined;

const voiceModel = /^(silero[_-]?vad.*|ten-vad.*)\.onnx$/;
const embeddingModel = /titanet|eres2net|campplus|cam\+\+|wespeaker|speakernet|_sv_/i;
const isEmbeddingModel = (file: string): boolean => file.endsWith('.onnx') && embeddingModel.test(basename(file));

function allFiles(root: string): string[] {
  try {
    return listFiles(root);
  } catch (error) {
    throw new Error(`TRANSCRIBE_MODEL_DIR: ${root} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Reads a model folder. Whisper is the recogniser only if there is no other. Throws if no model is known. */
export function readModelFolder(path: string): ModelFolder {
  const root = resolve(path);
  const files = allFiles(root);
  const fileSets = [...Map.groupBy(files, (file) => dirname(file))].map(([folder, own]) => toFileSet(folder, own));
  const recognisers = fileSets.flatMap((fileSet) => detectRecogniser(fileSet) ?? []);
  const whisper = recognisers.find(isManyLanguages);
  const recogniser = recognisers.find((one) => one !== whisper) ?? whisper;
  const modelIn = (pattern: RegExp) =>
    fileSets.find(({ nameMatches }) => nameMatches(pattern))?.find(/^model.*\.onnx$/);
  const fileNamed = (pattern: RegExp) => files.find((file) => pattern.test(basename(file)));
  const voice = fileNamed(voiceModel);
  const punctuation = modelIn(/punct/);
  const segmentation = modelIn(/segmentation/) ?? fileNamed(/segmentation.*\.onnx$/);
  const embedding = files.find(isEmbeddingModel);
  const identifier = whisper === recogniser ? undefined : whisper;
  const folder = omitUndefined({
    recogniser,
    voice,
    punctuation,
    language: identifier?.modelConfig.whisper as { encoder: string; decoder: string } | undefined,
    speakers: segmentation && embedding ? { segmentation, embedding } : undefined,
  });
  if (Object.keys(folder).length > 0) return folder;
  throw new Error(
    `TRANSCRIBE_MODEL_DIR: ${root} contains no known model. Unpack one of ${modelsAddress} there, with its tokens.txt.`,
  );
}
