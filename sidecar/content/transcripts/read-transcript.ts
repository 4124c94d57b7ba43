// Reads transcripts of publishers: captions, TTML, JSON, HTML or plain text.
import type { Segment } from '#contract/schemas/transcripts.ts';
import { joinTexts, spokenWords } from '#domain/transcripts/unspaced-text.ts';
import { endsSentence } from '#domain/transcripts/paragraphs.ts';
import { type Cue, hasCueTimes, readCaptions } from './cues.ts';
import { readJsonCues } from './json-cues.ts';
import { nameSpeakers } from './speakers.ts';
import { readHtmlCues, readTextCues } from './text-cues.ts';
import { isTtml, readTtmlCues } from './ttml-cues.ts';

const longestSeconds = 20;
const pauseSeconds = 1.5;

const countWords = (text: string): number => spokenWords(text).length;

/** Returns true if most segments are single words. */
const isWordWise = (segments: Segment[]): boolean =>
  segments.length > 3 && segments.filter(({ text }) => countWords(text) <= 2).length > segments.length * 0.8;

const continuesSentence = (open: Segment, next: Segment): boolean =>
  open.speaker === next.speaker &&
  !endsSentence(open.text) &&
  next.start - open.end < pauseSeconds &&
  next.end - open.start <= longestSeconds;

/** Joins single words into sentences. */
export function mergeWords(segments: Segment[]): Segment[] {
  if (!isWordWise(segments)) return segments;
  const mergedSegments: Segment[] = [];
  for (const segment of segments) {
    const open = mergedSegments.at(-1);
    if (open && continuesSentence(open, segment))
      Object.assign(open, { end: segment.end, text: joinTexts(open.text, segment.text) });
    else mergedSegments.push({ ...segment });
  }
  return mergedSegments;
}

export type TranscriptForm = 'vtt' | 'json' | 'srt' | 'ttml' | 'html' | 'text';

/** Maximum number of segments, more than any real transcript has. */
const maxSegments = 100_000;

/** Formats with their signs in the content, because many publishers declare a wrong type. The first one applies. */
const formats: { isFormat: (text: string) => boolean; read: (text: string) => Cue[] | Promise<Cue[]> }[] = [
  {
    isFormat: (text) => /^\s*[[{]/.test(text) && parseJson(text) !== undefined,
    read: (text) => readJsonCues(parseJson(text)),
  },
  { isFormat: isTtml, read: readTtmlCues },
  { isFormat: hasCueTimes, read: readCaptions },
  { isFormat: (text) => /^\s*<[!a-z]/i.test(text), read: readHtmlCues },
  { isFormat: () => true, read: readTextCues },
];

async function readCues(text: string, declared: TranscriptForm): Promise<Cue[]> {
  const { read } = formats.find(({ isFormat }) => isFormat(text))!;
  const cues = await read(text);
  // A page without times may be an error message. It is a transcript only if it is declared as text.
  const isPage = read === readHtmlCues || read === readTextCues;
  if (isPage && !hasTimes(cues) && declared !== 'html' && declared !== 'text') throw new Error('it has no times');
  return cues;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns true if segments have times, except for the length of the recording. */
export const hasTimes = (segments: Pick<Segment, 'start' | 'end'>[], durationSeconds = 0): boolean =>
  segments.some(({ start, end }) => start > 0 || (end > 0 && end !== durationSeconds));

/** Adds missing ends: a segment lasts until the next one begins. */
function withEnds(segments: Segment[], durationSeconds: number): Segment[] {
  return segments.map((segment, index) => {
    if (segment.end > segment.start) return segment;
    const next = segments.slice(index + 1, index + 50).find(({ start }) => start > segment.start)?.start;
    return { ...segment, end: Math.max(segment.start, next ?? durationSeconds) };
  });
}

/** Reads a transcript. Rejects if it contains no text. */
export async function readTranscript(text: string, declared: TranscriptForm, durationSeconds = 0): Promise<Segment[]> {
  const cues = await readCues(text, declared);
  const segments = nameSpeakers(cues.slice(0, maxSegments)).filter(({ text: words }) => words !== '');
  if (segments.length === 0) throw new Error('it contains no text');
  segments.sort((one, other) => one.start - other.start);
  return withEnds(mergeWords(segments), durationSeconds);
}
