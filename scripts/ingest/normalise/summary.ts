// Summarises an item: the beginning of its text without addresses and without sentences that the whole feed repeats.
import { inlineText, isQuotation } from '#domain/search/plain-text.ts';
import { parseMarkdown } from '#domain/text/markdown.ts';
import { cleanLine } from '#domain/text/invisible.ts';
import type { FeedDocument, FeedItem } from '../feed-document.ts';
import { toHtml } from './markup.ts';
import { plainText, shorten, textLines } from './plain-text.ts';

/** Numbers of characters read at the beginning and at the end of a text. */
const readCharacters = 6000;
const tailCharacters = 4000;

/** Keys of the sentences that a feed repeats. */
export type SharedSentences = ReadonlySet<string>;
export interface RepeatedSentences {
  bodies: SharedSentences;
  summaries: SharedSentences;
}

/** Splits lines into sentences; a line without a full stop is one sentence. */
const splitIntoSentences = (lines: string[]): string[] =>
  lines
    .flatMap((line) => line.split(/(?<=[.!?…]["”’»)]?)\s+(?=[^\s\p{Ll}])|(?<=[。！？])/u))
    .filter((part) => part.trim());

/** Returns the letters by which sentences are compared. Numbers, and the title of the item, differ between items. */
const sentenceKey = (sentence: string, title = ''): string => lettersOf(sentence).replace(lettersOf(title) || '#', '#');
const lettersOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/\p{N}+/gu, '0');

/**
 * Finds sentences near the end of at least three items and half of the feed: appeals for support, lists of patrons,
 * unsubscribe notes. The result depends on the current feed only. Summaries omit these sentences; bodies keep them,
 * since the API must return the text of the author in full.
 */
export function findRepeatedSentences({ items }: FeedDocument): RepeatedSentences {
  return {
    bodies: findSharedSentences(items.map(({ html, title }) => ({ text: html, title }))),
    summaries: findSharedSentences(items.map(({ summary, title }) => ({ text: summary, title }))),
  };
}

function findSharedSentences(texts: { text: string | undefined; title: string | undefined }[]): SharedSentences {
  const counts = new Map<string, number>();
  const nonEmpty = texts.filter(({ text }) => text?.trim());
  for (const { text, title } of nonEmpty) {
    const sentences = splitIntoSentences(textLines(toHtml(cutToEnd(text!))));
    const keys = sentences.map((sentence) => sentenceKey(sentence, title));
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const enough = Math.max(3, nonEmpty.length / 2);
  return new Set([...counts].filter(([key, count]) => key && count >= enough).map(([key]) => key));
}

/** Returns the end of the text, cut where a line or block begins so that no tag is split. */
function cutToEnd(html: string): string {
  if (html.length <= tailCharacters) return html;
  const end = html.slice(-tailCharacters);
  return end.slice(Math.max(0, end.search(/<(?:p|div|br|li|h[1-6]|hr)\b|\n/i)));
}

/** Labels above a list of people who paid, which ends a text. */
const thanksLabel =
  /(?<!\p{L})(?:patrons?|supporters?|backers|donors?|(?:executive |associate )?producers|sponsors?|members|subscribers|unterstützer\p{L}*|mitglieder|mécènes|soutiens|mecenas|sostenitori|apoiadores|donateurs|支援者|パトロン)(?!\p{L}).{0,40}[:：]$/iu;

/** Removes lists of patrons and shared sentences from the end, with lines of symbols between them. */
function withoutTail(sentences: string[], shared: SharedSentences, title: string | undefined): string[] {
  const thanks = sentences.findIndex((sentence) => thanksLabel.test(sentence));
  let length = thanks < 0 ? sentences.length : thanks;
  const isShared = (key: string) => key === '' || shared.has(key);
  while (length > 0 && isShared(sentenceKey(sentences[length - 1]!, title))) length -= 1;
  return sentences.slice(0, length);
}

const address = /(?:https?:\/\/|www\.)[^\s<>"]*[^\s<>"'.,;:!?()[\]]/gi;
const hasAddress = (sentence: string): boolean => sentence.search(address) >= 0;
const isLabel = (sentence: string): boolean => /[:：]$/.test(sentence);

/** Removes sentences with addresses and the labels that introduce them. */
function withoutAddresses(sentences: string[]): string[] {
  const isLeading = (at: number) =>
    isLabel(sentences[at]!) && (at + 1 === sentences.length || hasAddress(sentences[at + 1]!));
  const plain = sentences.filter((sentence, at) => !hasAddress(sentence) && !isLeading(at));
  return plain.some((sentence) => sentenceKey(sentence).length >= 8) ? plain : [];
}

/** Replaces addresses by their hosts, for texts that contain nothing else. */
const withHosts = (sentences: string[]): string[] =>
  sentences.map((sentence) => {
    const bare = cleanLine(sentence.replace(address, ''));
    return sentenceKey(bare).length < 3 || isLabel(bare) ? '' : sentence.replace(address, hostOfAddress);
  });

const hostOfAddress = (text: string): string => {
  const url = URL.parse(/^www/i.test(text) ? `https://${text}` : text);
  return url ? url.hostname.replace(/^www\./, '') : '';
};

const joinSentences = (sentences: string[]): string => cleanLine(sentences.join(' ')).replace(/([。！？]) /g, '$1');

const plainLineOfMarkdown = (text: string): string => plainText(text.replaceAll('<', '&lt;'));

/** Adds quotation marks unless the line has its own. */
const inQuotationMarks = (line: string): string => (/^["“„«»「『]/u.test(line) ? line : `“${line}”`);

interface Passage {
  lines: string[];
  isQuoted: boolean;
  /** True for paragraphs, including those of lists, that are more than a link or a picture. */
  isParagraph: boolean;
}

function readPassages(markdown: string): Passage[] {
  const tokens = parseMarkdown(markdown.slice(0, readCharacters));
  let quotations = 0;
  return tokens.flatMap((token, at) => {
    if (isQuotation(token)) quotations += token.nesting;
    if (token.type !== 'inline') return [];
    const children = token.children!;
    const lines = inlineText(children, '\n').split('\n').map(plainLineOfMarkdown).filter(Boolean);
    const isLinkAlone = children[0]?.type === 'link_open' && children.at(-1)?.type === 'link_close';
    const isQuoted = quotations > 0;
    return {
      lines: isQuoted ? lines.map(inQuotationMarks) : lines,
      isQuoted,
      isParagraph: tokens[at - 1]?.type === 'paragraph_open' && !isLinkAlone,
    };
  });
}

export interface SummaryInput {
  item: Pick<FeedItem, 'title' | 'summary' | 'html'>;
  /** Body as Markdown. */
  body: string;
  repeated: RepeatedSentences;
  /** True for a post, which is its own summary. */
  isPost: boolean;
}

/** Returns a summary of at most 300 characters. */
export function summariseItem({ item, body, repeated, isPost }: SummaryInput): string | undefined {
  const begin = (html = '') => toHtml(html.slice(0, readCharacters));
  if (isPost) return shorten(plainText(begin(item.summary)) || plainText(begin(item.html)), 300) || undefined;
  const passages = readPassages(body);
  const paragraphs = passages.filter(({ isParagraph }) => isParagraph);
  // The best choice comes first.
  const choices = [
    withoutTail(splitIntoSentences(textLines(begin(item.summary))), repeated.summaries, item.title),
    ...[paragraphs.filter(({ isQuoted }) => !isQuoted), paragraphs, passages].map((chosen) =>
      withoutTail(splitIntoSentences(chosen.flatMap(({ lines }) => lines)), repeated.bodies, item.title),
    ),
  ];
  const texts = [...choices.map(withoutAddresses), ...choices.map(withHosts)].map(joinSentences);
  return shorten(texts.find(Boolean) ?? '', 300) || undefined;
}
