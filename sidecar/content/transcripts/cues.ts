// Reads captions: WebVTT, SubRip, and SubViewer of YouTube. Every line of text belongs to the cue above it, also after
// an empty line, where WebVTT would drop it.
import { readClock } from '#domain/transcripts/clock.ts';
import { joinTexts } from '#domain/transcripts/unspaced-text.ts';

/** Text with its times. Lines of one cue may belong to different speakers. */
export interface Cue {
  start: number;
  end: number;
  lines: string[];
  speaker?: string;
}

const time = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,6}|:\d{3})?`;
const timing = new RegExp(String.raw`^\s*(${time})(?:\s*-{1,2}>\s*(${time})?(?:\s.*)?|,(${time})\s*)$`);

function readTimes(line: string): Pick<Cue, 'start' | 'end'> | undefined {
  const [, start, end, endAfterComma] = timing.exec(line) ?? [];
  if (start === undefined) return undefined;
  const seconds = (text: string) => readClock(text.replace(/:(?=\d{3}$)/, '.'))!;
  return { start: seconds(start), end: seconds(end ?? endAfterComma ?? start) };
}

/** Returns true if a text has lines with the times of captions. */
export const hasCueTimes = (text: string): boolean =>
  /^\s*WEBVTT/.test(text) || splitLines(text).some((line) => readTimes(line) !== undefined);

/** Splits at line ends, including those that were doubled by a conversion. */
export const splitLines = (text: string): string[] => text.split(/\r*\n|\r/);

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';

/** Returns true for the number or name of the next cue. */
function isIdentifier(lines: string[], at: number, isWebVtt: boolean, nextNumber: number): boolean {
  const line = lines[at]!.trim();
  const isNumber = /^\d+$/.test(line);
  const isAboveTimes = readTimes(lines[at + 1] ?? '') !== undefined;
  if (isAboveTimes && isBlank(lines[at - 1]) && (isWebVtt || isNumber)) return true;
  if (!isNumber || Number(line) !== nextNumber) return false;
  const following = lines.slice(at + 1, at + 5).find((one) => !isBlank(one));
  return following !== undefined && readTimes(following) !== undefined;
}

/** Marks the lines of WebVTT that are no captions: the header, comments and styles, up to an empty line or a cue. */
function markHiddenLines(lines: string[], isWebVtt: boolean): boolean[] {
  let isHidden = isWebVtt;
  return lines.map((line, at) => {
    if (isBlank(line) || readTimes(line)) isHidden = false;
    else if (isWebVtt && isBlank(lines[at - 1]) && /^(NOTE|STYLE|REGION)(\s|$)/.test(line)) isHidden = true;
    return isHidden;
  });
}

export function readCaptions(text: string): Cue[] {
  const lines = splitLines(text.trimStart());
  const isWebVtt = lines[0]!.startsWith('WEBVTT');
  const hiddenLines = markHiddenLines(lines, isWebVtt);
  const cues: Cue[] = [];
  let nextNumber = 1;
  for (const [at, line] of lines.entries()) {
    const times = readTimes(line);
    if (times) cues.push({ ...times, lines: [] });
    if (times || hiddenLines[at] || isBlank(line) || line.includes('-->')) continue;
    if (isIdentifier(lines, at, isWebVtt, nextNumber)) nextNumber = (Number(line) || 0) + 1;
    else cues.at(-1)?.lines.push(line);
  }
  return withoutRepetitions(cues.flatMap(splitVoices));
}

/** Tags of WebVTT and SubRip. Other angle brackets are text. */
const tags = /<\/?(?:[bciusv]|ruby|rt|lang|font|em|strong|span)(?:[.\s][^>]{0,200})?>|<\d[\d:.]{0,20}>|\{\\an?\d+\}/gi;
const references: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ' };

/** Returns text without tags. References are resolved last, because their characters are text. */
const cleanText = (text: string): string =>
  text
    .replace(tags, '')
    .replace(/&(lt|gt|quot|apos|#39|nbsp);/g, (_, name: string) => references[name]!)
    .replace(/&[lr]rm;/g, '')
    .replaceAll('&amp;', '&');

/** Splits a cue at voice tags (WebVTT §4.2.2). */
function splitVoices({ lines, ...times }: Cue): Cue[] {
  const [first = '', ...voices] = lines.join('\n').split(/<v(?:\.[^\s>]{0,100})?\s([^>]{0,200})>/i);
  const toCue = (text: string, speaker = ''): Cue[] => {
    const cleaned = cleanText(text)
      .split('\n')
      .filter((line) => !isBlank(line));
    const name = cleanText(speaker).trim();
    return cleaned.length > 0 ? [{ ...times, lines: cleaned, ...(name && { speaker: name }) }] : [];
  };
  const others = voices.flatMap((speaker, at) => (at % 2 === 0 ? toCue(voices[at + 1] ?? '', speaker) : []));
  return [...toCue(first), ...others];
}

const splitWords = ({ lines }: Cue): string[] => lines.join(' ').split(/\s+/).filter(Boolean);

const maxRepeatedWords = 100;

/** Returns the number of words at the beginning of a cue that also end the previous one. */
function countRepeatedWords(before: string[], words: string[]): number {
  for (let count = Math.min(before.length, words.length, maxRepeatedWords); count > 0; count -= 1)
    if (before.slice(-count).every((word, at) => word === words[at])) return count;
  return 0;
}

/** Removes the lines that rolling captions repeat. Captions roll if most cues repeat words of the previous cue. */
function withoutRepetitions(cues: Cue[]): Cue[] {
  const words = cues.map(splitWords);
  const counts = words.map((own, at) => (at === 0 ? 0 : countRepeatedWords(words[at - 1]!, own)));
  const repeating = counts.filter((count) => count > 0).length;
  const isPartial = counts.some((count, at) => count > 0 && count < words[at]!.length);
  if (repeating < 2 || !isPartial || repeating * 2 <= cues.length - 1) return cues;
  const result: Cue[] = [];
  for (const [at, cue] of cues.entries()) {
    const fresh = words[at]!.slice(counts[at]);
    const last = result.at(-1);
    if (fresh.length > 0) result.push({ ...cue, lines: [fresh.join(' ')] });
    else if (last) last.end = Math.max(last.end, cue.end);
  }
  return result;
}

/** Returns the text of a cue on one line. */
export const joinLines = (lines: string[]): string =>
  lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .reduce((all, line) => (all ? joinTexts(all, line) : line), '');
