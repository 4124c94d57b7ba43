// What transcribes recordings: the service, the creator's models or the embedded engine; a sentence is transcribed to see whether it works.
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

/** Spoken by flite's voice slt, in `sentence.mp3`. */
const sentence = 'The harbor master wrote down the height of the tide every morning.';
/** Small models may misspell a word or two. */
const maxDifference = 0.4;
const transcriptionTimeoutMs = 5 * 60_000;

const splitIntoWords = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

async function transcribeSentence({ transcribe: hear }: Engine): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-sentence-'));
  try {
    const [file, pcm] = [join(root, 'scripts/doctor/sentence.mp3'), join(folder, 'samples')];
    const stop = AbortSignal.timeout(transcriptionTimeoutMs);
    const { seconds } = await decode(file, pcm, { ffmpeg: findFfmpeg(), maxSeconds: 60 }, stop);
    const parts = { pcm, durationSeconds: seconds, language: 'en', names: [], before: undefined, stop };
    const { segments } = await hear({ ...parts, onPartial: () => undefined });
    return segments.map(({ text }) => text).join(' ');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryEngine(engine: Engine, problems: Error[]): Promise<CheckResult> {
  if (!engine.speaks('en')) return advice(`${engine.id} knows no English, so that no sentence was tried with it`);
  try {
    const text = await transcribeSentence(engine);
    const isRight = wordDifference(splitIntoWords(sentence), splitIntoWords(text)) <= maxDifference;
    const says = `${engine.id} understands “${text}”`;
    return isRight ? ok(says) : problem(`${says} where “${sentence}” is said`, { fix: 'try another model' });
  } catch (error) {
    return problem([(error as Error).message, ...problems.map(({ message }) => message)].join(' '));
  } finally {
    engine.stop();
  }
}

const optionalModels = {
  voice: 'finding voices',
  punctuation: 'punctuation',
  language: 'telling languages',
  speakers: 'telling speakers apart',
} as const;

function checkModelDir(modelDir: string): CheckResult {
  const models = findModels(modelDir);
  if (!models) return problem('the package sherpa-onnx-node is not installed', { fix: 'install the packages: npm ci' });
  const kind = models.recogniser?.kind ?? 'the embedded one';
  const others = (Object.keys(optionalModels) as (keyof typeof optionalModels)[]).filter(
    (name) => models[name] && (name !== 'voice' || models.voice.startsWith(modelDir)),
  );
  const beside =
    others.length > 0 ? `; beside it models for ${others.map((name) => optionalModels[name]).join(', ')}` : '';
  return ok(`${modelDir} has a model of the kind ${kind}${beside}`);
}

/** Own models are always tried, the others only with --try: a service may cost something. */
export async function checkSpeech(settings: Settings, tries: boolean): Promise<CheckResult[]> {
  const { provider, modelDir } = settings.transcribe;
  const problems: Error[] = [];
  const folder = modelDir !== undefined && !provider ? [checkModelDir(modelDir)] : [];
  const onProblem = (error: Error) => void problems.push(error);
  const engine = openEngine({ settings, outgoing: openOutgoing(settings), onProblem });
  if (!engine) return [...folder, advice('nothing transcribes here', { fix: 'install the packages: npm ci' })];
  if (tries || (modelDir !== undefined && !provider)) return [...folder, await tryEngine(engine, problems)];
  return [ok(`${engine.id} is set up; --try transcribes a sentence with it`)];
}
