// Reads transcripts of publishers: WebVTT, SubRip, JSON and HTML of the podcast namespace, or plain text.
import { parseText, tokenizeVTTCue, type VTTCue, type VTTNode } from 'media-captions';
import type { Segment } from '#contract/schemas/transcripts.ts';
import { readClock } from '#domain/transcripts/clock.ts';
import { joinTexts, spokenWords } from '#domain/transcripts/unspaced-text.ts';
import { endsSentence } from '#domain/transcripts/paragraphs.ts';

const leadingName = /^(\p{Lu}[\p{L}\p{M}\p{N}.'’ -]{0,39}):\s+(?=\S)/u;

const readLeadingName = ({ text }: Segment): string | undefined => leadingName.exec(text)?.[1]?.trim();

/** A name has to occur this often: once may be chance, such as “Note: …”. */
const minOccurrences = 2;

/**
 * Takes speakers from names at the beginning of segments, unless the transcript names speakers otherwise. A name
 * applies until the next one.
 */
function withNamedSpeakers(segments: Segment[]): Segment[] {
  if (segments.some(({ speaker }) => speaker)) return segments;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const name = readLeadingName(segment);
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  // If the first segment names no speaker, colons rarely mean speakers.
  if ((counts.get(readLeadingName(segments[0]!) ?? '') ?? 0) < minOccurrences) return segments;
  let speaker: string | undefined;
  return segments.map((segment) => {
    const name = readLeadingName(segment);
    const isName = name !== undefined && counts.get(name)! >= minOccurrences;
    if (isName) speaker = name;
    const text = isName ? segment.text.replace(leadingName, '') : segment.text;
    return { ...segment, text, ...(speaker && { speaker }) };
  });
}

const longestSeconds = 20;
const pauseSeconds = 1.5;

const countWords = (text: string): number => spokenWords(text).length;

/** Returns true if most segments are single words. */
const isWordWise = (segments: Segment[]): boolean =>
  segments.length > 3 && segments.filter(({ text }) => countWords(text) <= 2).length > segments.length * 0.8;

const continuesSentence = (open: Segment, next: Segment): boolean =>
  open.speaker === next.speaker &&
  !endsSentence(open.text) &&
  next.start - open.end < pauseSeconds &&
  next.end - open.start <= longestSeconds;

/** Joins single words into sentences. */
export function mergeWords(segments: Segment[]): Segment[] {
  if (!isWordWise(segments)) return segments;
  const merged: Segment[] = [];
  for (const segment of segments) {
    const open = merged.at(-1);
    if (open && continuesSentence(open, segment))
      Object.assign(open, { end: segment.end, text: joinTexts(open.text, segment.text) });
    else merged.push({ ...segment });
  }
  return merged;
}

export type TranscriptForm = 'vtt' | 'json' | 'srt' | 'html' | 'text';

/** Maximum number of segments, more than any real transcript has. */
const maxSegments = 100_000;

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

const readCueText = (nodes: VTTNode[]): string =>
  nodes.map((node) => (node.type === 'text' ? node.data : readCueText(node.children))).join('');

function readCueSpeaker(nodes: VTTNode[]): string | undefined {
  for (const node of nodes) {
    if (node.type === 'v') return tidy(node.voice);
    const inner = node.type === 'text' ? undefined : readCueSpeaker(node.children);
    if (inner) return inner;
  }
  return undefined;
}

function toSegment(cue: VTTCue): Segment {
  const nodes = tokenizeVTTCue(cue);
  const speaker = readCueSpeaker(nodes);
  return { start: cue.startTime, end: cue.endTime, text: tidy(readCueText(nodes)), ...(speaker && { speaker }) };
}

const captions = (type: 'vtt' | 'srt') => async (text: string) =>
  (await parseText(text, { type, errors: false })).cues.slice(0, maxSegments).map(toSegment);

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
  return (segments.slice(0, maxSegments) as JsonSegment[]).flatMap((one) => {
    const { startTime, endTime, body, speaker } = one ?? {};
    if (typeof startTime !== 'number' || typeof body !== 'string') return [];
    const end = typeof endTime === 'number' ? endTime : startTime;
    const name = typeof speaker === 'string' && tidy(speaker);
    return [{ start: startTime, end, text: tidy(body), ...(name && { speaker: name }) }];
  });
}

/** Reads HTML: `<cite>` names a speaker, `<time>` a start and `<p>` a text. Otherwise, the text of the page is read. */
async function html(text: string): Promise<Segment[]> {
  // Cheerio is loaded on first use, since few rooms need it.
  const { load } = await import('cheerio');
  const $ = load(text);
  $('script, style, head').remove();
  const segments: Segment[] = [];
  let speaker = '';
  let start = 0;
  $('cite, time, p').each((_, element) => {
    const words = tidy($(element).text());
    if (element.tagName === 'cite') speaker = words.replace(/:$/, '');
    else if (element.tagName === 'time') start = readClock(words) ?? start;
    else segments.push({ start, end: start, text: words, ...(speaker && { speaker }) });
  });
  return segments.length > 0 ? segments.slice(0, maxSegments) : plain($('body').text());
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

/** Adds missing ends: a segment lasts until the next one begins. */
function withEnds(segments: Segment[], durationSeconds: number): Segment[] {
  return segments.map((segment, index) => {
    if (segment.end > segment.start) return segment;
    const next = segments.slice(index + 1, index + 50).find(({ start }) => start > segment.start)?.start;
    return { ...segment, end: Math.max(segment.start, next ?? durationSeconds) };
  });
}

/** Reads a transcript. Rejects if it contains no text. */
export async function readTranscript(text: string, form: TranscriptForm, durationSeconds = 0): Promise<Segment[]> {
  const read = await readers[form](text.replace(/^\uFEFF/, ''));
  const good = read.filter(({ start, end, text: words }) => isTime(start) && isTime(end) && words !== '');
  if (good.length === 0) throw new Error('it contains no text');
  good.sort((one, other) => one.start - other.start);
  return withEnds(mergeWords(withNamedSpeakers(good)), durationSeconds);
}
