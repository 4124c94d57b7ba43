// Transcripts as files: WebVTT below content/transcripts, transcribed by this program and approved by the creator, or the publisher's.
import type { Segment } from '#contract/schemas/transcripts.ts';
import { sha256 } from '../ids.ts';
import { type Room, type RoomItem, isVisibleOn } from '../room.ts';
import { formatTranscript } from './format.ts';

/** Approved ones lie in it, those that wait in `waiting`. A decision is a rename. */
export const transcriptsFolder = 'transcripts';
export const waitingTranscriptsFolder = 'transcripts/waiting';
/** As ingest read them where the feed says; the creator's own goes before. */
export const publisherTranscriptsFolder = 'transcripts/publisher';
export const transcriptFileName = (id: string): string => `${id}.vtt`;

/** By which a file is known that nobody has corrected. */
const unchangedMark = /^Unchanged: ([0-9a-f]{16})$/m;
const sourceDigest = (source: string): string => sha256(source.replaceAll('\r\n', '\n')).slice(0, 16);

/** A transcript as an engine or the publisher made it, with a note for its reader. */
export function formatUncorrected(segments: Segment[], title: string, from: string, warnings: string[]): string {
  const write = (digest: string) =>
    formatTranscript(segments, 'vtt', warnings).replace(
      'WEBVTT\n',
      () => `WEBVTT\n\nNOTE\n${title.replace(/-->|\s+/g, ' ')}\n${from}: read it before you approve it.\n${digest}`,
    );
  return write(`Unchanged: ${sourceDigest(write(''))}\n`);
}

/** Whether somebody has worked on it: such a file is never written over by a program. */
export function isCorrected(source: string): boolean {
  const [line, digest] = unchangedMark.exec(source) ?? [];
  return line === undefined || digest !== sourceDigest(source.replace(/^Unchanged: [0-9a-f]{16}\r?\n/m, ''));
}

/** The text of each NOTE block of a WebVTT file, on one line. */
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

/** An item with the transcript of the file `source`. */
export const withTranscript = (item: RoomItem, spoken: Segment[], source: string, isPublishers = false): RoomItem => ({
  ...item,
  spoken,
  ...(isPublishers && { isPublishersTranscript: true }),
  hash: sha256(item.hash + sha256(source)),
});

export const transcriptPath = ({ id }: { id: string }, form: CaptionFormat = 'vtt'): string =>
  `/${transcriptsFolder}/${id}.${form}`;

/** Published as files; apps that know no WebVTT read one of the others. */
export const captionFormats = { vtt: 'text/vtt', srt: 'application/x-subrip', json: 'application/json' };
export type CaptionFormat = keyof typeof captionFormats;

/** All forms of the own one, for players; elsewhere WebVTT is enough. */
export function withAllCaptionFormats(
  transcripts: TranscriptLink[],
  room: Pick<Room, 'baseUrl'>,
  item: RoomItem,
): TranscriptLink[] {
  const [own, ...others] = transcripts;
  if (!own || own.url !== room.baseUrl + transcriptPath(item)) return transcripts;
  const forms = Object.entries(captionFormats) as [CaptionFormat, string][];
  return [
    ...forms.map(([form, type]) => ({ ...own, url: room.baseUrl + transcriptPath(item, form), type })),
    ...others,
  ];
}

type TranscriptLink = NonNullable<RoomItem['transcripts']>[number];

/** Offers the own transcript first, as feeds and the API do those of the publisher. */
export const withHostedTranscript = ({ baseUrl }: Pick<Room, 'baseUrl'>, item: RoomItem): RoomItem => {
  if (!isCreatorTranscript(item)) return item;
  const { language } = item;
  const own = { url: baseUrl + transcriptPath(item), type: captionFormats.vtt, ...(language && { language }) };
  return { ...item, transcripts: [own, ...(item.transcripts ?? [])] };
};

/** The publisher's has an address already. */
const isCreatorTranscript = ({ spoken, isPublishersTranscript }: RoomItem): boolean =>
  spoken !== undefined && !isPublishersTranscript;

/** Whether its transcript has an address here. */
export const hasHostedTranscript = (item: RoomItem): boolean =>
  isCreatorTranscript(item) && (isVisibleOn('api')(item) || isVisibleOn('mediaRoom')(item));
