// Reads transcripts in HTML and plain text. Their lines may begin with times and names.
import { readClock } from '#domain/transcripts/clock.ts';
import { type Cue, splitLines } from './cues.ts';

const time = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?`;
/** A time before a text, such as “[00:12] Hello.” */
const leadingTime = new RegExp(String.raw`^\s*[[(]?(${time})[\])]?(?:\s+[-–—]+)?(?:\s+|$|(?<=\]))`);
/** A line with a name and a time, such as “Ann (00:12):”, above a text. */
const nameAndTime = new RegExp(String.raw`^\s*(\p{L}[^\d[(:]{0,38}?)\s+[[(]?(${time})[\])]?:?\s*$`, 'u');

interface TextLine {
  text: string;
  start?: number | undefined;
  speaker?: string | undefined;
}

function readTimedLine(line: string): TextLine {
  const [heading, speaker, headingTime = ''] = nameAndTime.exec(line) ?? [];
  if (heading !== undefined) return { text: '', speaker, start: readClock(headingTime) };
  const [prefix = '', start = ''] = leadingTime.exec(line) ?? [];
  return { text: line.slice(prefix.length), start: readClock(start) };
}

/** Returns true if several lines have times, and the times do not decrease. */
function areTimes(lines: TextLine[]): boolean {
  const times = lines.flatMap(({ start }) => (start === undefined ? [] : [start]));
  return times.length > 1 && times.every((start, at) => start >= (times[at - 1] ?? 0));
}

/** Reads a text. Without times, each paragraph is a cue. */
export function readTextCues(text: string): Cue[] {
  const lines = splitLines(text.trim());
  const timed = lines.map(readTimedLine);
  if (!areTimes(timed))
    return text
      .trim()
      .split(/\n\s*\n/)
      .map((paragraph) => ({ start: 0, end: 0, lines: splitLines(paragraph) }));
  const cues: Cue[] = [];
  for (const { text: words, start, speaker } of timed) {
    const last = cues.at(-1);
    if (start === undefined && last) last.lines.push(words);
    else cues.push({ start: start ?? 0, end: start ?? 0, lines: [words], ...(speaker && { speaker }) });
  }
  return cues;
}

const lineElements = new Set(
  'address article aside blockquote body br dd div dl dt figcaption footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table td th tr ul'.split(
    ' ',
  ),
);
const hiddenElements = new Set(['head', 'noscript', 'script', 'style', 'template']);
const textElements = new Set(['dd', 'li', 'p', 'td']);
/** Separates the texts of `<cite>` and `<time>` from others. A parsed page cannot contain it (HTML §13.2.5). */
const mark = '\u0000';

interface PageNode {
  type: string;
  name?: string;
  data?: string;
  children?: PageNode[];
}

/** Reads HTML in the order of the page. `<cite>` names a speaker and `<time>` a start (podcast namespace). */
export async function readHtmlCues(html: string): Promise<Cue[]> {
  // Cheerio is loaded on first use, since few rooms need it.
  const { load } = await import('cheerio');
  return readMarkedText(writeLines(load(html)('body')[0]!, { isInText: false, isPreformatted: false }));
}

/** Kinds of elements that contain a node. */
interface Surroundings {
  isInText: boolean;
  isPreformatted: boolean;
}

/** Returns true for a speaker or a start. In a text, <cite> may be the title of a work and <time> any time. */
const isHeading = (name: string, text: string, isInText: boolean): boolean =>
  (name === 'cite' || name === 'time') && (!isInText || /^[\d:.,]+$|:$/.test(text.trim()));

/** Returns the text of an element and its children, with a line for each block. */
function writeLines(node: PageNode, { isInText, isPreformatted }: Surroundings): string {
  const { type, name = '', data, children } = node;
  if (type === 'text') return isPreformatted ? data! : data!.replace(/\s+/g, ' ');
  if (!children || hiddenElements.has(name)) return '';
  const inside = {
    isInText: isInText || textElements.has(name),
    isPreformatted: isPreformatted || name === 'pre',
  };
  const text = children.map((child) => writeLines(child, inside)).join('');
  if (isHeading(name, text, isInText)) return mark + name + text + mark;
  return lineElements.has(name) ? `\n${text}\n` : text;
}

function readMarkedText(text: string): Cue[] {
  const chunks = text.split(mark);
  if (chunks.length === 1)
    return readTextCues(
      splitLines(text)
        .map((line) => line.trim())
        .filter(Boolean)
        .join('\n'),
    );
  let speaker = '';
  let start = 0;
  return chunks.flatMap((chunk, at) => {
    const words = chunk.slice(4).trim();
    if (at % 2 === 0)
      return splitLines(chunk).map((line) => ({ start, end: start, lines: [line], ...(speaker && { speaker }) }));
    if (chunk.startsWith('cite')) speaker = words.replace(/:$/, '');
    else start = readClock(words) ?? start;
    return [];
  });
}
