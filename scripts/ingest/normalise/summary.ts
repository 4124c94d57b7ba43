// The summary of an item: how its text begins, in plain words, without addresses and without what ends every text of a feed.
import { inlineText, isQuotation } from '#domain/search/plain-text.ts';
import { parseMarkdown } from '#domain/text/markdown.ts';
import { cleanLine } from '#domain/text/invisible.ts';
import type { FeedDocument, FeedItem } from '../feed-document.ts';
import { asHtml } from './markup.ts';
import { plainText, shorten, textLines } from './plain-text.ts';

/** Longer beginnings and ends say nothing that a summary could use. */
const readCharacters = 6000;
const tailCharacters = 4000;

/** Keys of sentences that a feed repeats. */
export type SharedSentences = ReadonlySet<string>;
export interface Repeated {
  bodies: SharedSentences;
  summaries: SharedSentences;
}

/** Sentences, and lines without a full stop. */
const sentencesOf = (lines: string[]): string[] =>
  lines
    .flatMap((line) => line.split(/(?<=[.!?…]["”’»)]?)\s+(?=[^\s\p{Ll}])|(?<=[。！？])/u))
    .filter((part) => part.trim());

/** Letters and digits alone tell sentences apart. */
const keyOf = (sentence: string): string => sentence.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * What at least half of the items of a feed, and three of them, say near their end: appeals for support, lists of patrons,
 * how to unsubscribe. It depends on the feed as it is now and on nothing else. Summaries lose it; bodies keep it, since
 * it is the author's text and an API must give it whole.
 */
export function repeatedIn({ items }: FeedDocument): Repeated {
  return { bodies: sharedBy(items.map(({ html }) => html)), summaries: sharedBy(items.map(({ summary }) => summary)) };
}

function sharedBy(texts: (string | undefined)[]): SharedSentences {
  const counts = new Map<string, number>();
  const said = texts.filter((text) => text?.trim());
  for (const text of said) {
    const keys = sentencesOf(textLines(asHtml(endOf(text!)))).map(keyOf);
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const enough = Math.max(3, said.length / 2);
  return new Set([...counts].filter(([key, count]) => key && count >= enough).map(([key]) => key));
}

/** Cut where a line or a block begins, so that no half of a tag is read. */
function endOf(html: string): string {
  if (html.length <= tailCharacters) return html;
  const end = html.slice(-tailCharacters);
  return end.slice(Math.max(0, end.search(/<(?:p|div|br|li|h[1-6]|hr)\b|\n/i)));
}

/** From the end on; a line of signs between two shared sentences goes with them. A text of nothing else is none. */
function withoutTail(sentences: string[], shared: SharedSentences): string[] {
  let length = sentences.length;
  const isShared = (key: string) => key === '' || shared.has(key);
  while (length > 0 && isShared(keyOf(sentences[length - 1]!))) length -= 1;
  return sentences.slice(0, length);
}

const address = /(?:https?:\/\/|www\.)[^\s<>"]*[^\s<>"'.,;:!?()[\]]/gi;
const isAddressed = (sentence: string): boolean => sentence.search(address) >= 0;
const isLabel = (sentence: string): boolean => /[:：]$/.test(sentence);

/** A sentence goes with its address, and so does what leads to it. */
function withoutAddresses(sentences: string[]): string[] {
  const isLeading = (at: number) =>
    isLabel(sentences[at]!) && (at + 1 === sentences.length || isAddressed(sentences[at + 1]!));
  const plain = sentences.filter((sentence, at) => !isAddressed(sentence) && !isLeading(at));
  return plain.some((sentence) => keyOf(sentence).length >= 8) ? plain : [];
}

/** Where nothing else is said, the host stands for the address. */
const withHosts = (sentences: string[]): string[] =>
  sentences.map((sentence) => {
    const bare = cleanLine(sentence.replace(address, ''));
    return keyOf(bare).length < 3 || isLabel(bare) ? '' : sentence.replace(address, hostOf);
  });

const hostOf = (found: string): string => {
  const url = URL.parse(/^www/i.test(found) ? `https://${found}` : found);
  return url ? url.hostname.replace(/^www\./, '') : '';
};

const joined = (sentences: string[]): string => cleanLine(sentences.join(' ')).replace(/([。！？]) /g, '$1');

const lineOf = (text: string): string => plainText(text.replaceAll('<', '&lt;'));

/** In quotation marks, unless the line has its own. */
const quoted = (line: string): string => (/^["“„«»「『]/u.test(line) ? line : `“${line}”`);

/** Places of a text that its summary is taken from, the better first; “paragraphs” are those of lists, too. */
const places = ['own paragraphs', 'paragraphs', 'everywhere'] as const;

/** A link or a picture alone says little. */
function linesOfBody(markdown: string, place: (typeof places)[number]): string[] {
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
    const lines = inlineText(children!, '\n').split('\n').map(lineOf).filter(Boolean);
    return isOwn ? lines : lines.map(quoted);
  });
}

export interface SummaryParts {
  item: Pick<FeedItem, 'summary' | 'html'>;
  /** Markdown. */
  body: string;
  repeated: Repeated;
  /** A post is its own summary: nothing of it is left out. */
  isPost: boolean;
}

/** At most 300 characters. */
export function summaryOf({ item, body, repeated, isPost }: SummaryParts): string | undefined {
  const begin = (html = '') => asHtml(html.slice(0, readCharacters));
  if (isPost) return shorten(plainText(begin(item.summary)) || plainText(begin(item.html)), 300) || undefined;
  const choices = [
    withoutTail(sentencesOf(textLines(begin(item.summary))), repeated.summaries),
    ...places.map((place) => withoutTail(sentencesOf(linesOfBody(body, place)), repeated.bodies)),
  ];
  const texts = [...choices.map(withoutAddresses), ...choices.map(withHosts)].map(joined);
  return shorten(texts.find(Boolean) ?? '', 300) || undefined;
}
