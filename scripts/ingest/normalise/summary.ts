// The summary of an item: how its text begins, in plain words, without addresses and without what ends every text of a feed.
import { inlineText, isQuotation } from '#domain/search/plain-text.ts';
import { parseMarkdown } from '#domain/text/markdown.ts';
import { cleanLine } from '#domain/text/invisible.ts';
import type { FeedDocument, FeedItem } from '../feed-document.ts';
import { toHtml } from './markup.ts';
import { plainText, shorten, textLines } from './plain-text.ts';

/** Longer beginnings and ends say nothing that a summary could use. */
const readCharacters = 6000;
const tailCharacters = 4000;

/** Keys of sentences that a feed repeats. */
export type SharedSentences = ReadonlySet<string>;
export interface RepeatedSentences {
  bodies: SharedSentences;
  summaries: SharedSentences;
}

/** Sentences, and lines without a full stop. */
const splitIntoSentences = (lines: string[]): string[] =>
  lines
    .flatMap((line) => line.split(/(?<=[.!?…]["”’»)]?)\s+(?=[^\s\p{Ll}])|(?<=[。！？])/u))
    .filter((part) => part.trim());

/** Letters and digits alone tell sentences apart. */
const sentenceKey = (sentence: string): string => sentence.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * What at least half of the items of a feed, and three of them, say near their end: appeals for support, lists of patrons,
 * how to unsubscribe. It depends on the feed as it is now and on nothing else. Summaries lose it; bodies keep it, since
 * it is the author's text and an API must give it whole.
 */
export function findRepeatedSentences({ items }: FeedDocument): RepeatedSentences {
  return {
    bodies: findSharedSentences(items.map(({ html }) => html)),
    summaries: findSharedSentences(items.map(({ summary }) => summary)),
  };
}

function findSharedSentences(texts: (string | undefined)[]): SharedSentences {
  const counts = new Map<string, number>();
  const said = texts.filter((text) => text?.trim());
  for (const text of said) {
    const keys = splitIntoSentences(textLines(toHtml(cutToEnd(text!)))).map(sentenceKey);
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const enough = Math.max(3, said.length / 2);
  return new Set([...counts].filter(([key, count]) => key && count >= enough).map(([key]) => key));
}

/** Cut where a line or a block begins, so that no half of a tag is read. */
function cutToEnd(html: string): string {
  if (html.length <= tailCharacters) return html;
  const end = html.slice(-tailCharacters);
  return end.slice(Math.max(0, end.search(/<(?:p|div|br|li|h[1-6]|hr)\b|\n/i)));
}

/** From the end on; a line of signs between two shared sentences goes with them. A text of nothing else is none. */
function withoutTail(sentences: string[], shared: SharedSentences): string[] {
  let length = sentences.length;
  const isShared = (key: string) => key === '' || shared.has(key);
  while (length > 0 && isShared(sentenceKey(sentences[length - 1]!))) length -= 1;
  return sentences.slice(0, length);
}

const address = /(?:https?:\/\/|www\.)[^\s<>"]*[^\s<>"'.,;:!?()[\]]/gi;
const hasAddress = (sentence: string): boolean => sentence.search(address) >= 0;
const isLabel = (sentence: string): boolean => /[:：]$/.test(sentence);

/** A sentence goes with its address, and so does what leads to it. */
function withoutAddresses(sentences: string[]): string[] {
  const isLeading = (at: number) =>
    isLabel(sentences[at]!) && (at + 1 === sentences.length || hasAddress(sentences[at + 1]!));
  const plain = sentences.filter((sentence, at) => !hasAddress(sentence) && !isLeading(at));
  return plain.some((sentence) => sentenceKey(sentence).length >= 8) ? plain : [];
}

/** Where nothing else is said, the host stands for the address. */
const withHosts = (sentences: string[]): string[] =>
  sentences.map((sentence) => {
    const bare = cleanLine(sentence.replace(address, ''));
    return sentenceKey(bare).length < 3 || isLabel(bare) ? '' : sentence.replace(address, hostOfAddress);
  });

const hostOfAddress = (found: string): string => {
  const url = URL.parse(/^www/i.test(found) ? `https://${found}` : found);
  return url ? url.hostname.replace(/^www\./, '') : '';
};

const joinSentences = (sentences: string[]): string => cleanLine(sentences.join(' ')).replace(/([。！？]) /g, '$1');

const plainLineOfMarkdown = (text: string): string => plainText(text.replaceAll('<', '&lt;'));

/** In quotation marks, unless the line has its own. */
const inQuotationMarks = (line: string): string => (/^["“„«»「『]/u.test(line) ? line : `“${line}”`);

/** Places of a text that its summary is taken from, the better first; “paragraphs” are those of lists, too. */
const passages = ['own paragraphs', 'paragraphs', 'everywhere'] as const;

/** A link or a picture alone says little. */
function selectLines(markdown: string, place: (typeof passages)[number]): string[] {
  const tokens = parseMarkdown(markdown.slice(0, readCharacters));
  let quotations = 0;
  return tokens.flatMap((token, at) => {
    const { type, children, nesting } = token;
    if (isQuotation(token)) quotations += nesting;
    const isOwn = quotations === 0;
    const isEverywhere = place === 'everywhere';
    if (type !== 'inline' || (!isOwn && place === 'own paragraphs')) return [];
    if (!isEverywhere && tokens[at - 1]?.type !== 'paragraph_open') return [];
    const isLinkAlone = children![0]?.type === 'link_open' && children!.at(-1)?.type === 'link_close';
    if (isLinkAlone && !isEverywhere) return [];
    const lines = inlineText(children!, '\n').split('\n').map(plainLineOfMarkdown).filter(Boolean);
    return isOwn ? lines : lines.map(inQuotationMarks);
  });
}

export interface SummaryInput {
  item: Pick<FeedItem, 'summary' | 'html'>;
  /** Markdown. */
  body: string;
  repeated: RepeatedSentences;
  /** A post is its own summary: nothing of it is left out. */
  isPost: boolean;
}

/** At most 300 characters. */
export function summariseItem({ item, body, repeated, isPost }: SummaryInput): string | undefined {
  const begin = (html = '') => toHtml(html.slice(0, readCharacters));
  if (isPost) return shorten(plainText(begin(item.summary)) || plainText(begin(item.html)), 300) || undefined;
  const choices = [
    withoutTail(splitIntoSentences(textLines(begin(item.summary))), repeated.summaries),
    ...passages.map((place) => withoutTail(splitIntoSentences(selectLines(body, place)), repeated.bodies)),
  ];
  const texts = [...choices.map(withoutAddresses), ...choices.map(withHosts)].map(joinSentences);
  return shorten(texts.find(Boolean) ?? '', 300) || undefined;
}
