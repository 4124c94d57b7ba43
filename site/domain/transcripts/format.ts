// A transcript written out: Markdown and text to read, WebVTT and SubRip for players.
import type { Segment, TranscriptFormat } from '#contract/schemas/transcripts.ts';
import { clockTime, cueTime } from './clock.ts';
import { paragraphs } from './paragraphs.ts';

const said = ({ speaker, text }: Segment): string => (speaker ? `${speaker}: ${text}` : text);

/** Characters that would make Markdown of what somebody said. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&');

const markdown = (segments: Segment[]): string =>
  paragraphs(segments)
    .map(({ start, speaker, text }) => {
      const who = speaker ? ` **${escapeMarkdown(speaker)}:**` : '';
      return `\`${clockTime(start)}\`${who} ${escapeMarkdown(text)}`;
    })
    .join('\n\n');

const plain = (segments: Segment[]): string => paragraphs(segments).map(said).join('\n\n');

/** WebVTT §6.4: a cue's text has no line of its own, no arrow and no markup but what is meant. */
const escapeCue = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const vtt = (segments: Segment[]): string =>
  [
    'WEBVTT',
    ...segments.map(({ start, end, text, speaker }) => {
      const voice = speaker ? `<v ${escapeCue(speaker)}>` : '';
      return `${cueTime(start, '.')} --> ${cueTime(end, '.')}\n${voice}${escapeCue(text)}`;
    }),
  ].join('\n\n') + '\n';

const srt = (segments: Segment[]): string =>
  segments
    .map((segment, index) => {
      const times = `${cueTime(segment.start, ',')} --> ${cueTime(segment.end, ',')}`;
      return `${index + 1}\n${times}\n${said(segment).replace(/\s+/g, ' ').replace(/-->/g, '→')}\n`;
    })
    .join('\n');

const writers: Record<TranscriptFormat, (segments: Segment[]) => string> = { markdown, text: plain, vtt, srt };

export const formatTranscript = (segments: Segment[], format: TranscriptFormat): string => writers[format](segments);
