// A publisher's transcript read: WebVTT, SubRip, the podcast namespace's JSON and HTML, or plain text.
import { parseText, tokenizeVTTCue, type VTTCue, type VTTNode } from 'media-captions';
import type { Segment } from '#contract/schemas/transcripts.ts';
import { readClock } from '#domain/transcripts/clock.ts';
import { joinTexts, spokenWords } from '#domain/transcripts/unspaced-text.ts';
import { endsSentence } from '#domain/transcripts/paragraphs.ts';

const named = /^(\p{Lu}[\p{L}\p{M}\p{N}.'’ -]{0,39}):\s+(?=\S)/u;

const nameIn = ({ text }: Segment): string | undefined => named.exec(text)?.[1]?.trim();

/** Once may be chance, such as “Note: …”. */
const leastTimes = 2;

/** A name holds until the next one; nothing is read into a transcript that says its speakers otherwise. */
function withNamedSpeakers(segments: Segment[]): Segment[] {
  if (segments.some(({ speaker }) => speaker)) return segments;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const name = nameIn(segment);
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  // Somebody begins to speak with the first words, or hardly anything is meant by the colons.
  if ((counts.get(nameIn(segments[0]!) ?? '') ?? 0) < leastTimes) return segments;
  let speaker: string | undefined;
  return segments.map((segment) => {
    const name = nameIn(segment);
    const isName = name !== undefined && counts.get(name)! >= leastTimes;
    if (isName) speaker = name;
    const text = isName ? segment.text.replace(named, '') : segment.text;
    return { ...segment, text, ...(speaker && { speaker }) };
  });
}

const longestSeconds = 20;
const pauseSeconds = 1.5;

const wordsIn = (text: string): number => spokenWords(text).length;

/** Whether most segments are single words, as in transcripts that were written word by word. */
const isWordWise = (segments: Segment[]): boolean =>
  segments.length > 3 && segments.filter(({ text }) => wordsIn(text) <= 2).length > segments.length * 0.8;

const goesOn = (open: Segment, next: Segment): boolean =>
  open.speaker === next.speaker &&
  !endsSentence(open.text) &&
  next.start - open.end < pauseSeconds &&
  next.end - open.start <= longestSeconds;

/** Joins a transcript that comes word by word into sentences. */
export function mergeWords(segments: Segment[]): Segment[] {
  if (!isWordWise(segments)) return segments;
  const merged: Segment[] = [];
  for (const segment of segments) {
    const open = merged.at(-1);
    if (open && goesOn(open, segment))
      Object.assign(open, { end: segment.end, text: joinTexts(open.text, segment.text) });
    else merged.push({ ...segment });
  }
  return merged;
}

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
