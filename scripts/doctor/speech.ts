// Checks the speech recognition by transcribing a known sentence with the service, the own models or the embedded
// engine.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOutgoing } from '../../sidecar/outgoing/outgoing.ts';
import type { Settings } from '../../sidecar/settings/settings.ts';
import { decode } from '../../sidecar/features/transcription/decode.ts';
import { findFfmpeg } from '../../sidecar/features/transcription/decode-ffmpeg.ts';
import { findModels } from '../../sidecar/features/transcription/engine-files.ts';
import type { Engine } from '../../sidecar/features/transcription/engines.ts';
import { openEngine } from '../../sidecar/features/transcription/open-transcription.ts';
import { wordDifference } from '../../sidecar/features/transcription/word-distance.ts';
import { root } from '../settings.ts';
import { advice, type CheckResult, ok, problem } from './finding.ts';

/** Text of `sentence.mp3`, which was spoken by the voice slt of flite. */
const sentence = 'The harbor master wrote down the height of the tide every morning.';
/** Share of words that may differ, since small models misspell some. */
const maxDifference = 0.4;
const transcriptionTimeoutMs = 5 * 60_000;

const splitIntoWords = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

async function transcribeSentence({ transcribe: hear }: Engine): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-sentence-'));
  try {
    const file = join(root, 'scripts/doctor/sentence.mp3');
    const pcm = join(folder, 'samples');
    const stop = AbortSignal.timeout(transcriptionTimeoutMs);
    const { seconds } = await decode(file, pcm, { ffmpeg: findFfmpeg(), maxSeconds: 60 }, stop);
    const input = { pcm, durationSeconds: seconds, language: 'en', names: [], before: undefined, stop };
    const { segments } = await hear({ ...input, onPartial: () => undefined });
    return segments.map(({ text }) => text).join(' ');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryEngine(engine: Engine, problems: Error[]): Promise<CheckResult> {
  if (!engine.speaks('en')) return advice(`${engine.id} does not support English, so it was not tested`);
  try {
    const text = await transcribeSentence(engine);
    const isRight = wordDifference(splitIntoWords(sentence), splitIntoWords(text)) <= maxDifference;
    const says = `${engine.id} transcribes “${text}”`;
    return isRight ? ok(says) : problem(`${says} instead of “${sentence}”`, { fix: 'try another model' });
  } catch (error) {
    return problem([(error as Error).message, ...problems.map(({ message }) => message)].join(' '));
  } finally {
    engine.stop();
  }
}

const optionalModels = {
  voice: 'voice activity',
  punctuation: 'punctuation',
  language: 'language detection',
  speakers: 'speaker separation',
} as const;

function checkModelDir(modelDir: string): CheckResult {
  const models = findModels(modelDir);
  if (!models)
    return problem('the package sherpa-onnx-node is not installed', { fix: 'install the packages with npm ci' });
  const kind = models.recogniser?.kind ?? 'none, so the embedded model is used';
  const others = (Object.keys(optionalModels) as (keyof typeof optionalModels)[]).filter(
    (name) => models[name] && (name !== 'voice' || models.voice.startsWith(modelDir)),
  );
  const names = others.map((name) => optionalModels[name]).join(', ');
  return ok(`speech model in ${modelDir}: ${kind}${names && `; optional models: ${names}`}`);
}

/** Always tests own models, and other engines only with --try, since a service may charge for it. */
export async function checkSpeech(settings: Settings, tries: boolean): Promise<CheckResult[]> {
  const { provider, modelDir } = settings.transcribe;
  const problems: Error[] = [];
  const folder = modelDir !== undefined && !provider ? [checkModelDir(modelDir)] : [];
  const onProblem = (error: Error) => void problems.push(error);
  const engine = openEngine({ settings, outgoing: openOutgoing(settings), onProblem });
  if (!engine)
    return [
      ...folder,
      advice('recordings are not transcribed on this machine', { fix: 'install the packages with npm ci' }),
    ];
  if (tries || (modelDir !== undefined && !provider)) return [...folder, await tryEngine(engine, problems)];
  return [ok(`${engine.id} is set up; test it with --try`)];
}
