// An engine that uses a service with OpenAI's transcription API. It sends decoded sound, never addresses.
import type { ProviderSettings } from '../../settings/settings.ts';
import { createRequestLimits, type RequestLimits } from '../../outgoing/limits.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import {
  type Engine,
  type Transcribe,
  type EngineTask,
  toEngineTranscript,
  appendTranscript,
  emptyTranscript,
  type PartialTranscript,
} from './engines.ts';
import { measureLevels } from './quiet-cuts.ts';
import { nextChunk, type AudioChunk, secondsInBytes, readChunkAsWav } from './chunks.ts';
import { transcriptionError } from './errors.ts';
import { requestTranscription, type ResponseFormat, responseFormatFor, type TranscriptionService } from './service.ts';
import { toSegments, findVoiceSamples } from './service-segments.ts';

/** Languages of Whisper. */
const knownLanguages =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh'.split(
    ' ',
  );

const byName = new Map<string, string>();
for (const tag of knownLanguages)
  byName.set(new Intl.DisplayNames('en', { type: 'language' }).of(tag)!.toLowerCase(), tag);

export function parseProviderLanguage(language: unknown): string | undefined {
  if (typeof language !== 'string') return undefined;
  const name = language.trim().toLowerCase();
  return knownLanguages.includes(name) ? name : byName.get(name);
}

/** Longest chunk in seconds; services take 25 MB. */
const longestTimed = secondsInBytes(24 * 1024 ** 2);
/** Longest chunk in seconds if the response has no times, so that segments have those of the chunk. */
const longestUntimed = 30;
/** Longest prompt; Whisper reads the last 224 tokens. */
const promptCharacters = 600;
/** Limits of a request. Slow services respond late. Redirects are refused, because they would leak the key. */
const defaultLimits = createRequestLimits(15 * 60_000, 32 * 1024 ** 2);

const untimedWarning = 'The service returned no times, so each segment has the times of its chunk of sound.';

function buildPrompt(names: string[]): string {
  let prompt = '';
  for (const name of names) {
    const longer = prompt ? `${prompt}, ${name}` : name;
    if (longer.length < promptCharacters) prompt = longer;
  }
  return prompt && `${prompt}.`;
}

/** Returns names and voice samples of earlier speakers, for a service that diarises. */
async function requestSpeakers(
  format: ResponseFormat,
  part: PartialTranscript,
  pcm: string,
): Promise<[string, string][]> {
  if (format !== 'diarized_json') return [];
  return Promise.all(
    findVoiceSamples(part.segments).map(async ([name, chunk]): Promise<[string, string]> => {
      const wav = Buffer.from(await (await readChunkAsWav(pcm, chunk)).arrayBuffer());
      return [name, `data:audio/wav;base64,${wav.toString('base64')}`];
    }),
  );
}

async function transcribeChunk(
  service: TranscriptionService,
  chunk: AudioChunk & { isSilent: boolean },
  format: ResponseFormat,
  part: PartialTranscript,
  deps: EngineTask,
) {
  if (chunk.isSilent) return { transcript: { ...part, until: chunk.end }, isTimed: false };
  const speakers = await requestSpeakers(format, part, deps.pcm);
  const { language, names, stop } = deps;
  const wav = await readChunkAsWav(deps.pcm, chunk);
  const response = await requestTranscription(service, {
    wav,
    format,
    language,
    prompt: buildPrompt(names),
    speakers,
    stop,
  });
  if (!response) return undefined;
  const segments = toSegments(response, chunk, { before: part.segments, areKnown: speakers.length > 0 });
  const detected = language ? undefined : (part.language ?? parseProviderLanguage(response.language));
  const isTimed = Array.isArray(response.segments);
  const transcript: PartialTranscript = {
    ...appendTranscript(part, { ...emptyTranscript, until: chunk.end, segments }),
    ...(detected && { language: detected }),
    ...(!isTimed && segments.length > 0 && { isUntimed: true }),
  };
  return { transcript, isTimed };
}

const hasTimes = ({ segments, isUntimed }: PartialTranscript): boolean => segments.length > 0 && !isUntimed;

async function transcribeAll(service: TranscriptionService, deps: EngineTask): Promise<PartialTranscript> {
  const { pcm, durationSeconds, before = emptyTranscript } = deps;
  const levels = await measureLevels(pcm);
  const usual = responseFormatFor(service.model);
  let part = before;
  // Chunks are short until a response has times.
  let isTimed = usual === 'diarized_json' || hasTimes(part);
  let refusedUntil = 0;
  while (part.until < durationSeconds) {
    const format = part.until < refusedUntil ? 'json' : usual;
    const longest = isTimed && format !== 'json' ? longestTimed : longestUntimed;
    const chunk = nextChunk(levels, part.until, durationSeconds, longest);
    const result = await transcribeChunk(service, chunk, format, part, deps);
    if (!result) {
      // A service that has given times refuses only this chunk; another one refuses the format for good.
      refusedUntil = isTimed ? chunk.end : Infinity;
      continue;
    }
    part = result.transcript;
    isTimed ||= result.isTimed;
    deps.onPartial(part, part.until / durationSeconds);
  }
  return part;
}

export interface ProviderOptions extends Pick<TranscriptionService, 'pause'> {
  limits?: RequestLimits;
}

export function createProviderEngine(
  settings: ProviderSettings,
  { send }: Outgoing,
  onProblem: (error: Error) => void,
  { limits = defaultLimits, ...others }: ProviderOptions = {},
): Engine {
  const transcribe: Transcribe = async (deps) => {
    try {
      const part = await transcribeAll({ ...settings, ...others, send, limits }, deps);
      return toEngineTranscript(part, part.isUntimed ? [untimedWarning] : []);
    } catch (error) {
      if (deps.stop.aborted) throw deps.stop.reason;
      onProblem(error as Error);
      throw transcriptionError(`The transcription service failed. ${(error as Error).message}`, 'engine');
    }
  };
  return {
    id: `provider:${settings.model}`,
    source: 'provider',
    speaks: () => true,
    defaultLanguage: undefined,
    transcribe,
    stop: () => {},
  };
}
