// Places in a transcript's text as the index holds it: who says them, and when.
import type { Said } from '#contract/schemas/search.ts';
import type { Segment } from '#contract/schemas/transcripts.ts';
import type { Origin, SegmentStart } from './text-index.ts';

export interface SpokenText {
  segments: SegmentStart[];
  origin: Origin;
}

/** Whether it is the creator's, where that is known. */
const whose = (speaker: string | undefined, { voices }: Origin): Said =>
  speaker === undefined
    ? {}
    : { speaker, ...(Object.hasOwn(voices, speaker) && { speakerIsCreator: voices[speaker]! }) };

const segmentAt = (segments: SegmentStart[], offset: number): SegmentStart | undefined =>
  segments.findLast(([at]) => at <= offset);

/** Of a passage that lies in one speaker's words. @spec-gap verify-quote */
export function saidAt({ segments, origin }: SpokenText, start: number, end: number): Said {
  const [first, last] = [segmentAt(segments, start), segmentAt(segments, Math.max(start, end - 1))];
  if (!first || !last) return {};
  const [startSeconds, endSeconds] = [first[1], Math.max(first[1], last[2])];
  const { mediaUrl } = origin;
  // https://www.w3.org/TR/media-frags/#naming-time
  const media = mediaUrl && { mediaUrl: `${mediaUrl.split('#')[0]!}#t=${startSeconds},${endSeconds}` };
  return { ...whose(first[3], origin), startSeconds, endSeconds, ...media };
}

/** The transcript as it was read. */
export const segmentsIn = (text: string, { segments }: SpokenText): Segment[] =>
  segments.map(([at, start, end, speaker], number) => ({
    start,
    end,
    text: text.slice(at, segments[number + 1]?.[0]).trimEnd(),
    ...(speaker && { speaker }),
  }));

export const writtenBy = ({ origin }: SpokenText): Said => whose(origin.author, origin);

/** The parts of a transcript's text that one speaker says in a row. */
export function turnsOf(text: string, segments: SegmentStart[]): { from: number; text: string }[] {
  const begins = segments.filter(([, , , speaker], at) => at === 0 || speaker !== segments[at - 1]![3]);
  return begins.map(([from], at) => ({ from, text: text.slice(from, begins[at + 1]?.[0]) }));
}
