// Converts the response of a transcription service for one chunk to segments of the recording.
import type { SpokenSegment } from '#domain/transcripts/word-times.ts';
import { namelessLabel } from '../../content/transcripts/json-cues.ts';
import type { AudioChunk } from './chunks.ts';
import type { ServiceResponse } from './service.ts';

const listSpeakerNames = (segments: SpokenSegment[]): string[] => [
  ...new Set(segments.flatMap(({ speaker }) => speaker ?? [])),
];

/** Names speakers. A label is valid within one response only, unless the service knows the names. */
function createNamer(before: SpokenSegment[], areKnown: boolean): (label: unknown) => string | undefined {
  const earlierSpeakers = listSpeakerNames(before);
  const names = new Map(areKnown ? earlierSpeakers.map((name) => [name, name]) : []);
  let count = earlierSpeakers.length;
  return (label) => {
    const name = typeof label === 'number' ? `${label}` : typeof label === 'string' ? label.trim() : '';
    if (!name) return undefined;
    if (!names.has(name)) names.set(name, namelessLabel.test(name) ? `Speaker ${(count += 1)}` : name.slice(0, 100));
    return names.get(name);
  };
}

type ReceivedSegment = Record<'start' | 'end' | 'text' | 'speaker' | 'words', unknown>;

const wordsIn = (text: string): number => text.split(/\s+/).length;

/** Returns the start of each word, if the response has one for each. */
function wordStarts(words: unknown, text: string, within: (seconds: number) => number): number[] | undefined {
  if (!Array.isArray(words) || words.length !== wordsIn(text)) return undefined;
  const starts = (words as { start?: unknown }[]).map((word) => Number(word?.start));
  return starts.every((start) => start >= 0) ? starts.map(within) : undefined;
}

export interface SpeakerContext {
  before: SpokenSegment[];
  /** True if the request named the earlier speakers. */
  areKnown: boolean;
}

/** Converts a response to segments. Its times count from the beginning of the chunk. */
export function toSegments(
  spoken: NonNullable<ServiceResponse>,
  { start, end }: AudioChunk,
  context: SpeakerContext,
): SpokenSegment[] {
  const { text, segments } = spoken;
  const whole = typeof text === 'string' ? text.trim() : '';
  if (!Array.isArray(segments) || segments.length === 0) return whole ? [{ start, end, text: whole }] : [];
  const nameSpeaker = createNamer(context.before, context.areKnown);
  const within = (seconds: number) => Math.round(Math.min(end, start + seconds) * 100) / 100;
  return (segments as (ReceivedSegment | null)[]).flatMap((one) => {
    const segmentText = typeof one?.text === 'string' ? one.text.trim() : '';
    const from = Number(one?.start);
    const to = Number(one?.end);
    if (!segmentText || !(from >= 0) || !(to >= from)) return [];
    const speaker = nameSpeaker(one!.speaker);
    const starts = wordStarts(one!.words, segmentText, within);
    const times = { start: within(from), end: within(to) };
    return [{ ...times, text: segmentText, ...(speaker && { speaker }), ...(starts && { wordStarts: starts }) }];
  });
}

/** OpenAI takes voice samples of 2 to 10 seconds from at most four speakers. */
const shortest = 2;
const longest = 10;
const maxVoices = 4;

/** Returns a voice sample for each speaker. */
export function findVoiceSamples(segments: SpokenSegment[]): [name: string, sample: AudioChunk][] {
  return listSpeakerNames(segments)
    .slice(0, maxVoices)
    .flatMap((name): [string, AudioChunk][] => {
      const own = segments.find(({ speaker, start, end }) => speaker === name && end - start >= shortest);
      return own ? [[name, { start: own.start, end: Math.min(own.end, own.start + longest) }]] : [];
    });
}
