// Attribution of passages: their speaker and time, and the parts of a text by author.
import type { Attribution, TextField } from '#contract/schemas/search.ts';
import type { Segment } from '#contract/schemas/transcripts.ts';
import { quotedSpans } from './passages.ts';
import type { TextOrigin, SegmentStart } from './text-index.ts';

export interface AttributedText {
  segments: SegmentStart[];
  origin: TextOrigin;
}

type Speaker = Required<Pick<Attribution, 'speaker' | 'speakerIsCreator'>>;

const unknown: Speaker = { speaker: null, speakerIsCreator: false };

/** Returns the speaker; unknown for a label such as “Speaker 1”. */
const identifySpeaker = (speaker: string | undefined, { voices }: TextOrigin): Speaker =>
  speaker !== undefined && Object.hasOwn(voices, speaker) ? { speaker, speakerIsCreator: voices[speaker]! } : unknown;

const segmentAt = (segments: SegmentStart[], offset: number): SegmentStart | undefined =>
  segments.findLast(([at]) => at <= offset);

/** Returns the speaker and time of a passage in a transcript. */
function attributeSpoken({ segments, origin }: AttributedText, start: number, end: number): Attribution {
  const first = segmentAt(segments, start);
  const last = segmentAt(segments, Math.max(start, end - 1));
  if (!first || !last) return unknown;
  const startSeconds = first[1];
  const endSeconds = Math.max(startSeconds, last[2]);
  const { mediaUrl } = origin;
  // https://www.w3.org/TR/media-frags/#naming-time
  const media = mediaUrl && { mediaUrl: `${mediaUrl.split('#')[0]!}#t=${startSeconds},${endSeconds}` };
  const isOne = first[3] === last[3];
  return { ...(isOne ? identifySpeaker(first[3], origin) : unknown), startSeconds, endSeconds, ...media };
}

const isInQuotationMarks = (text: string, start: number, end: number): boolean => {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const line = text.slice(from).split('\n')[0]!;
  return quotedSpans(line).some((span) => from + span.start <= start && from + span.end >= end);
};

/** Returns the author of a written passage; unknown if it touches passages of others. */
function attributeWritten(origin: TextOrigin, field: TextField, text: string, start: number, end: number): Attribution {
  const touched = (origin.others?.[field] ?? []).filter((passage) => passage[0] < end && passage[1] > start);
  const [first] = touched;
  if (first)
    return touched.length === 1 && first[0] <= start && first[1] >= end ? identifySpeaker(first[2], origin) : unknown;
  // Anybody may have said words in quotation marks. A title in quotation marks is still the writer's.
  if (field !== 'title' && isInQuotationMarks(text, start, end)) return unknown;
  return identifySpeaker(origin.author, origin);
}

/** Returns the speaker and time of a passage, for quotes and searches. @spec-gap verify-quote */
export function attributePassage(
  item: AttributedText,
  field: TextField,
  text: string,
  start: number,
  end: number,
): Attribution {
  return field === 'transcript'
    ? attributeSpoken(item, start, end)
    : attributeWritten(item.origin, field, text, start, end);
}

/** Returns the segments of an indexed transcript. */
export const readSegments = (text: string, { segments }: AttributedText): Segment[] =>
  segments.map(([at, start, end, speaker], number) => ({
    start,
    end,
    text: text.slice(at, segments[number + 1]?.[0]).trimEnd(),
    ...(speaker && { speaker }),
  }));

interface TextPart {
  from: number;
  text: string;
}

/** Splits the text of a transcript at changes of the speaker. */
function splitTurns(text: string, segments: SegmentStart[]): TextPart[] {
  const begins = segments.filter(([, , , speaker], at) => at === 0 || speaker !== segments[at - 1]![3]);
  return begins.map(([from], at) => ({ from, text: text.slice(from, begins[at + 1]?.[0]) }));
}

/** Splits a text into parts with one author each. */
export function splitByAuthor({ segments, origin }: AttributedText, field: TextField, text: string): TextPart[] {
  if (field === 'transcript') return splitTurns(text, segments);
  const edges = (origin.others?.[field] ?? []).flatMap(([start, end]) => [start, end]);
  const cuts = [...new Set([0, ...edges, text.length])].sort((a, b) => a - b);
  return cuts.flatMap((from, at) => {
    const part = text.slice(from, cuts[at + 1] ?? from);
    return part.trim() === '' ? [] : [{ from, text: part }];
  });
}
