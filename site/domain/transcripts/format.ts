// Formats transcripts: Markdown and text for readers; WebVTT, SubRip and the podcast namespace's JSON for players.
import type { Segment, TranscriptFormat } from '#contract/schemas/transcripts.ts';
import { type Caption, splitIntoCaptions } from './captions.ts';
import { clockTime, cueTime } from './clock.ts';
import { groupParagraphs } from './paragraphs.ts';
import { areUntimed, type SpokenSegment } from './word-times.ts';

interface TranscriptNotes {
  warnings: string[];
  /** Spans with sound that was not recognised. */
  missingSpans: { start: number; end: number }[];
}

type Writer = (segments: SpokenSegment[], notes: TranscriptNotes) => string;

const namedLine = ({ speaker, text }: Segment): string => (speaker ? `${speaker}: ${text}` : text);

/** Escapes characters with a meaning in Markdown. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&');

const markdown: Writer = (segments) => {
  const isTimed = !areUntimed(segments);
  return groupParagraphs(segments)
    .map(({ start, speaker, text }) => {
      const time = isTimed && `\`${clockTime(start)}\``;
      return [time, speaker && `**${escapeMarkdown(speaker)}:**`, escapeMarkdown(text)].filter(Boolean).join(' ');
    })
    .join('\n\n');
};

const plainText: Writer = (segments) => groupParagraphs(segments).map(namedLine).join('\n\n');

/** Escapes the text of a cue (WebVTT §6.4). */
const escapeCue = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Returns one caption without a length for each segment without times. */
const captionsOf = (segments: SpokenSegment[]): Caption[] =>
  areUntimed(segments)
    ? segments.map(({ text, speaker }) => ({ start: 0, end: 0, lines: [text], ...(speaker && { speaker }) }))
    : splitIntoCaptions(segments);

const vtt: Writer = (segments, { warnings }) =>
  [
    'WEBVTT',
    ...warnings.map((warning) => `NOTE ${warning.replace(/-->|\s+/g, ' ')}`),
    ...captionsOf(segments).map(({ start, end, lines, speaker }) => {
      const voice = speaker ? `<v ${escapeCue(speaker)}>` : '';
      return `${cueTime(start, '.')} --> ${cueTime(end, '.')}\n${voice}${lines.map(escapeCue).join('\n')}`;
    }),
  ].join('\n\n') + '\n';

/** Puts the speaker before the text, because SubRip has no field for speakers. */
function withName(segment: SpokenSegment): SpokenSegment {
  const { speaker, start, wordStarts, text } = segment;
  const words = speaker ? speaker.split(/\s+/) : [];
  const starts = wordStarts && { wordStarts: [...words.map(() => start), ...wordStarts] };
  return { ...segment, text: namedLine({ ...segment, text }), ...starts };
}

/** Formats SubRip. It has no notes, so missing spans become captions. */
const srt: Writer = (segments, { missingSpans: unheard }) =>
  splitIntoCaptions(
    [...segments.map(withName), ...unheard.map((one) => ({ ...one, text: '[not understood]' }))].sort(
      (one, other) => one.start - other.start,
    ),
  )
    .map(({ start, end, lines }, index) => {
      const times = `${cueTime(start, ',')} --> ${cueTime(end, ',')}`;
      return `${index + 1}\n${times}\n${lines.join('\n').replace(/-->/g, '→')}\n`;
    })
    .join('\n');

/** https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/transcripts/transcripts.md */
const json: Writer = (segments) =>
  JSON.stringify({
    version: '1.0.0',
    segments: splitIntoCaptions(segments).map(({ start, end, lines, speaker }) => ({
      ...(speaker && { speaker }),
      startTime: start,
      endTime: end,
      body: lines.join(' '),
    })),
  });

const writers: Record<TranscriptFormat, Writer> = { markdown, text: plainText, vtt, srt, json };

/** Formats a transcript. Only WebVTT has notes for the warnings; other formats contain nothing but what was said. */
export const formatTranscript = (
  segments: SpokenSegment[],
  format: TranscriptFormat,
  warnings: string[] = [],
  unheard: TranscriptNotes['missingSpans'] = [],
): string => writers[format](segments, { warnings, missingSpans: unheard });
