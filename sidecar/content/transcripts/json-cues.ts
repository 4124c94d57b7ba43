// Reads transcripts in JSON: of the podcast namespace, of Whisper and its relatives, and of Podlove.
// https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/transcripts/transcripts.md
import { readClock } from '#domain/transcripts/clock.ts';
import type { Cue } from './cues.ts';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const listNames = [
  'segments',
  'transcription',
  'utterances',
  'transcript',
  'transcripts',
  'cues',
  'captions',
  'results',
];

/** Returns the list of segments, which may be nested in an object. */
function findList(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const fields = value;
  return listNames.map((name) => findList(fields[name])).find((list) => list !== undefined);
}

const readText = ({ body, text, content, transcript }: Fields): string =>
  [body, text, content, transcript].find((value) => typeof value === 'string') ?? '';

/** Reads seconds as a number or a text, or a time such as 00:01:02.5. */
function readSeconds(value: unknown): number | undefined {
  if (typeof value === 'string') return readClock(value);
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

const readMilliseconds = (value: unknown): number | undefined => {
  const time = readSeconds(value);
  return time === undefined ? undefined : time / 1000;
};

const readStart = ({ startTime, start, start_ms, timestamps, begin }: Fields): number | undefined =>
  [startTime, start, begin, isObject(timestamps) ? timestamps['from'] : undefined]
    .map(readSeconds)
    .find((time) => time !== undefined) ?? readMilliseconds(start_ms);

const readEnd = ({ endTime, end, end_ms, timestamps }: Fields): number | undefined =>
  [endTime, end, isObject(timestamps) ? timestamps['to'] : undefined]
    .map(readSeconds)
    .find((time) => time !== undefined) ?? readMilliseconds(end_ms);

function readSpeaker({ speaker, voice }: Fields): string {
  const name = isObject(speaker) ? speaker['name'] : (speaker ?? voice);
  return typeof name === 'string' ? name.trim() : '';
}

/** Reads the cues. A text without a readable time keeps its place after the previous one. */
export function readJsonCues(value: unknown): Cue[] {
  const list = findList(value);
  if (!list) throw new Error('there are no segments');
  let last = 0;
  return list.filter(isObject).map((fields) => {
    const start = readStart(fields) ?? last;
    const end = readEnd(fields) ?? start;
    last = Math.max(start, end);
    const speaker = readSpeaker(fields);
    return { start, end, lines: readText(fields).split('\n'), ...(speaker && { speaker }) };
  });
}
