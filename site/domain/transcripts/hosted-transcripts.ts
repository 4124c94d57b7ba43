// Transcript files below content/transcripts: transcribed and approved ones, and those of the publisher.
import type { Segment } from '#contract/schemas/transcripts.ts';
import { sha256 } from '../ids.ts';
import { type Room, type RoomItem, isVisibleOn } from '../room.ts';
import { formatTranscript } from './format.ts';

/** Folder of approved transcripts. Approving a waiting transcript moves its file here. */
export const transcriptsFolder = 'transcripts';
export const waitingTranscriptsFolder = 'transcripts/waiting';
/** Folder of transcripts that ingest read from feeds. An approved transcript takes precedence. */
export const publisherTranscriptsFolder = 'transcripts/publisher';
export const transcriptFileName = (id: string): string => `${id}.vtt`;

/** Line that identifies a file without manual corrections. */
const unchangedMark = /^Unchanged: ([0-9a-f]{16})$/m;
const sourceDigest = (source: string): string => sha256(source.replaceAll('\r\n', '\n')).slice(0, 16);

/** Formats a new transcript with a note for the creator. */
export function formatUncorrected(segments: Segment[], title: string, from: string, warnings: string[]): string {
  const format = (lastLine: string) =>
    formatTranscript(segments, 'vtt', warnings).replace(
      'WEBVTT\n',
      () => `WEBVTT\n\nNOTE\n${title.replace(/-->|\s+/g, ' ')}\n${from}: read it before you approve it.\n${lastLine}`,
    );
  // The digest is that of the file without the line that contains it.
  return format(`Unchanged: ${sourceDigest(format(''))}\n`);
}

/** Returns true if the file has manual corrections. Programs never overwrite such a file. */
export function isCorrected(source: string): boolean {
  const [line, digest] = unchangedMark.exec(source) ?? [];
  return line === undefined || digest !== sourceDigest(source.replace(/^Unchanged: [0-9a-f]{16}\r?\n/m, ''));
}

/** Returns the text of each NOTE block of a WebVTT file, in one line. */
export const readVttNotes = (source: string): string[] =>
  source
    .split(/\r?\n(?:\r?\n)+/)
    .filter((block) => /^NOTE\s/.test(block))
    .map((block) =>
      block
        .replace(/^NOTE\s/, '')
        .replace(unchangedMark, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean);

/** Adds a transcript to an item. `digest` is the SHA-256 of its file. */
export const withTranscript = (
  item: RoomItem,
  spoken: Segment[],
  digest: string,
  isFromPublisher = false,
): RoomItem => ({
  ...item,
  spoken,
  ...(isFromPublisher && { hasPublisherTranscript: true }),
  hash: sha256(item.hash + digest),
});

export const transcriptPath = ({ id }: { id: string }, format: CaptionFormat = 'vtt'): string =>
  `/${transcriptsFolder}/${id}.${format}`;

/** Media types of the published formats; some apps do not support WebVTT. */
export const captionFormats = { vtt: 'text/vtt', srt: 'application/x-subrip', json: 'application/json' };
export type CaptionFormat = keyof typeof captionFormats;

/** Lists the hosted transcript in all formats, for players. */
export function withAllCaptionFormats(
  transcripts: TranscriptLink[],
  room: Pick<Room, 'baseUrl'>,
  item: RoomItem,
): TranscriptLink[] {
  const [hosted, ...others] = transcripts;
  if (!hosted || hosted.url !== room.baseUrl + transcriptPath(item)) return transcripts;
  const formats = Object.entries(captionFormats) as [CaptionFormat, string][];
  return [
    ...formats.map(([format, type]) => ({ ...hosted, url: room.baseUrl + transcriptPath(item, format), type })),
    ...others,
  ];
}

type TranscriptLink = NonNullable<RoomItem['transcripts']>[number];

/** Adds the address of the hosted transcript before those of the publisher. */
export const withHostedTranscript = ({ baseUrl }: Pick<Room, 'baseUrl'>, item: RoomItem): RoomItem => {
  if (!isCreatorTranscript(item)) return item;
  const { language } = item;
  const hosted = { url: baseUrl + transcriptPath(item), type: captionFormats.vtt, ...(language && { language }) };
  return { ...item, transcripts: [hosted, ...(item.transcripts ?? [])] };
};

/** Returns true for an approved transcript; the publisher's already has an address. */
const isCreatorTranscript = ({ spoken, hasPublisherTranscript }: RoomItem): boolean =>
  spoken !== undefined && !hasPublisherTranscript;

export const hasHostedTranscript = (item: RoomItem): boolean =>
  isCreatorTranscript(item) && (isVisibleOn('api')(item) || isVisibleOn('mediaRoom')(item));
