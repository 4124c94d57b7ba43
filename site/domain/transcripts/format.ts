// A transcript written out: Markdown and text to read, WebVTT and SubRip for players.
import type { Segment, TranscriptFormat } from '#contract/schemas/transcripts.ts';
import { clockTime, cueTime } from './clock.ts';
import { paragraphs } from './paragraphs.ts';

interface Beside {
  warnings: string[];
  /** Where sound gave no words. */
  unheard: { start: number; end: number }[];
}

type Writer = (segments: Segment[], beside: Beside) => string;

const said = ({ speaker, text }: Segment): string => (speaker ? `${speaker}: ${text}` : text);

/** Characters that would make Markdown of what somebody said. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&');

const markdown: Writer = (segments, { warnings }) =>
  [
    ...warnings.map((warning) => `> ${escapeMarkdown(warning)}`),
    ...paragraphs(segments).map(({ start, speaker, text }) => {
      const who = speaker ? ` **${escapeMarkdown(speaker)}:**` : '';
      return `\`${clockTime(start)}\`${who} ${escapeMarkdown(text)}`;
    }),
  ].join('\n\n');

const plain: Writer = (segments, { warnings }) =>
  [...warnings.map((warning) => `[${warning}]`), ...paragraphs(segments).map(said)].join('\n\n');

/** WebVTT §6.4: a cue's text has no line of its own, no arrow and no markup but what is meant. */
const escapeCue = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const vtt: Writer = (segments, { warnings }) =>
  [
    'WEBVTT',
    ...warnings.map((warning) => `NOTE ${warning.replace(/-->|\s+/g, ' ')}`),
    ...segments.map(({ start, end, text, speaker }) => {
      const voice = speaker ? `<v ${escapeCue(speaker)}>` : '';
      return `${cueTime(start, '.')} --> ${cueTime(end, '.')}\n${voice}${escapeCue(text)}`;
    }),
  ].join('\n\n') + '\n';

/** SubRip has no notes: what is missing stands at its time. */
const srt: Writer = (segments, { unheard }) =>
  [...segments, ...unheard.map((one) => ({ ...one, text: '[not understood]' }))]
    .sort((one, other) => one.start - other.start)
    .map((segment, index) => {
      const times = `${cueTime(segment.start, ',')} --> ${cueTime(segment.end, ',')}`;
      return `${index + 1}\n${times}\n${said(segment).replace(/\s+/g, ' ').replace(/-->/g, '→')}\n`;
    })
    .join('\n');

const writers: Record<TranscriptFormat, Writer> = { markdown, text: plain, vtt, srt };

/** With what its reader has to know besides. */
export const formatTranscript = (
  segments: Segment[],
  format: TranscriptFormat,
  warnings: string[] = [],
  unheard: Beside['unheard'] = [],
): string => writers[format](segments, { warnings, unheard });
