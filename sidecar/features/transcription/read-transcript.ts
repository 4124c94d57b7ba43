// A publisher's transcript read: WebVTT, SubRip, the podcast namespace's JSON and HTML, or plain text.
import { parseText, tokenizeVTTCue, type VTTCue, type VTTNode } from 'media-captions';
import type { Segment } from '#contract/schemas/transcripts.ts';
import { readClock } from '#domain/transcripts/clock.ts';
import { mergeWords } from './merge-words.ts';
import { withNamedSpeakers } from './named-speakers.ts';

export type TranscriptForm = 'vtt' | 'json' | 'srt' | 'html' | 'text';

/** More is no transcript of a recording that anyone made. */
const mostSegments = 100_000;

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

const textOf = (nodes: VTTNode[]): string =>
  nodes.map((node) => (node.type === 'text' ? node.data : textOf(node.children))).join('');

function voiceOf(nodes: VTTNode[]): string | undefined {
  for (const node of nodes) {
    if (node.type === 'v') return tidy(node.voice);
    const inner = node.type === 'text' ? undefined : voiceOf(node.children);
    if (inner) return inner;
  }
  return undefined;
}

function segmentOf(cue: VTTCue): Segment {
  const nodes = tokenizeVTTCue(cue);
  const speaker = voiceOf(nodes);
  return { start: cue.startTime, end: cue.endTime, text: tidy(textOf(nodes)), ...(speaker && { speaker }) };
}

const captions = (type: 'vtt' | 'srt') => async (text: string) =>
  (await parseText(text, { type, errors: false })).cues.slice(0, mostSegments).map(segmentOf);

interface JsonSegment {
  startTime?: unknown;
  endTime?: unknown;
  body?: unknown;
  speaker?: unknown;
}

/** https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/transcripts/transcripts.md */
function json(text: string): Segment[] {
  const { segments } = JSON.parse(text) as { segments?: unknown };
  if (!Array.isArray(segments)) throw new Error('there are no segments');
  return (segments.slice(0, mostSegments) as JsonSegment[]).flatMap((one) => {
    const { startTime, endTime, body, speaker } = one ?? {};
    if (typeof startTime !== 'number' || typeof body !== 'string') return [];
    const end = typeof endTime === 'number' ? endTime : startTime;
    const who = typeof speaker === 'string' && tidy(speaker);
    return [{ start: startTime, end, text: tidy(body), ...(who && { speaker: who }) }];
  });
}

/** `<cite>` names a speaker, `<time>` says when, `<p>` is said. Without these, the text of the page. */
async function html(text: string): Promise<Segment[]> {
  // Few rooms ever need it, and loading it takes part of a start.
  const { load } = await import('cheerio');
  const $ = load(text);
  $('script, style, head').remove();
  const segments: Segment[] = [];
  let [speaker, start] = ['', 0];
  $('cite, time, p').each((_, element) => {
    const words = tidy($(element).text());
    if (element.tagName === 'cite') speaker = words.replace(/:$/, '');
    else if (element.tagName === 'time') start = readClock(words) ?? start;
    else segments.push({ start, end: start, text: words, ...(speaker && { speaker }) });
  });
  return segments.length > 0 ? segments.slice(0, mostSegments) : plain($('body').text());
}

const plain = (text: string): Segment[] => [{ start: 0, end: 0, text: text.trim() }];

const readers: Record<TranscriptForm, (text: string) => Segment[] | Promise<Segment[]>> = {
  vtt: captions('vtt'),
  srt: captions('srt'),
  json,
  html,
  text: plain,
};

const isTime = (value: number): boolean => Number.isFinite(value) && value >= 0;

/** Where a form says only when something begins, it lasts until the next begins. */
function withEnds(segments: Segment[], durationSeconds: number): Segment[] {
  return segments.map((segment, index) => {
    if (segment.end > segment.start) return segment;
    const next = segments.slice(index + 1, index + 50).find(({ start }) => start > segment.start)?.start;
    return { ...segment, end: Math.max(segment.start, next ?? durationSeconds) };
  });
}

/** Rejects when there is nothing to read. */
export async function readTranscript(text: string, form: TranscriptForm, durationSeconds = 0): Promise<Segment[]> {
  const read = await readers[form](text.replace(/^\uFEFF/, ''));
  const good = read.filter(({ start, end, text: words }) => isTime(start) && isTime(end) && words !== '');
  if (good.length === 0) throw new Error('nothing is said in it');
  good.sort((one, other) => one.start - other.start);
  return withEnds(mergeWords(withNamedSpeakers(good)), durationSeconds);
}
