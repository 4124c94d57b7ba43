// Reads what only social posts have: content warnings, and replies.
import { longPattern } from '#domain/text/long-pattern.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import type { FeedItem } from '../feed-document.ts';
import { plainText, shorten, textLines } from './plain-text.ts';
import { toHtml } from './markup.ts';
import { detectFileKind } from './media-files.ts';

/** Forms of a warning before a text: Mastodon's, a folded text, and a first line that begins with such a word. */
const warningForms = [
  /^\s*<p>\s*<strong>[^<]{2,80}<\/strong>(?<label>.{1,2000}?)<\/p>\s*<hr\s*\/?>(?<text>.*)$/is,
  /^\s*<details[^>]*>\s*<summary[^>]*>(?<label>.{1,2000}?)<\/summary>(?<text>.*)<\/details>\s*$/is,
  longPattern(
    String.raw`
    ^\s*(?:<p[^>]*>)?\s*\[?(?:cw|cn|tw|content warning|content note|trigger warning|inhaltswarnung|
    triggerwarnung|avertissement|aviso de contenido|aviso de conteúdo)\s*[:：](?<label>[^<\n]{1,300})(?:</p>|
    <br\s*/?>|<p>)(?<text>.*)$`,
    'is',
  ),
];

/** Longest HTML of a post that is read. */
const maxHtml = 6000;

type Warning = NonNullable<StoredItem['contentWarning']>;

/** Separates the text of a post from the warning before it. */
function readWarning({ html = '' }: FeedItem): Required<Pick<Warning, 'label' | 'text'>> | undefined {
  const begin = toHtml(html.slice(0, maxHtml));
  for (const form of warningForms) {
    const { label = '', text = '' } = form.exec(begin)?.groups ?? {};
    const warning = shorten(plainText(label).replace(/\]$/, ''), 300);
    if (warning) return { label: warning, text: textLines(text).join('\n') };
  }
  return undefined;
}

/** Returns true for a post that answers another one: its source says so, or it begins by addressing somebody. */
export const isReply = ({ isReply: isStated, title = '', html = '' }: FeedItem): boolean =>
  isStated === true ||
  /^R to @\w/.test(title) ||
  /^@[\w.-]+(?:@[\w.-]+)?[\s,:]/.test(plainText(toHtml(html.slice(0, maxHtml))));

/** Paths of posts: of X and Nitter, of Mastodon and Threads, of Bluesky, Misskey and Pleroma. */
const postPath = longPattern(
  String.raw`
  ^/(?:[\w.-]+/status(?:es)?/\d+|(?:@|users/)[^/]+/(?:statuses/|post/)?\d+|@[^/]+/post/\w+|profile/[^/]+/post/\w+|
  notes/\w{10,}|notice/\w+)/?$`,
  '',
);

/** Returns true for the post of a social network, whose title, if it has one, repeats its text. */
export function isPost({ title, link }: FeedItem): boolean {
  const { hostname = '', pathname = '' } = URL.parse(link ?? '') ?? {};
  const isOnTelegram = hostname === 't.me' && /^\/(?:s\/)?\w+\/\d+$/.test(pathname);
  return isOnTelegram || postPath.test(pathname) || !plainText(title);
}

/** Returns the title of a post without the marks of Nitter for replies and shared posts. */
export const withoutPostMark = (title: string): string => title.replace(/^(?:R to|RT by) @\w+: /, '');

/** Adds the pictures of a post that are not in its text. Pictures that the source hides are left out. */
export function withAttachedPictures({ html = '', enclosures, isSensitive }: FeedItem): string {
  const pictures = isSensitive ? [] : enclosures.filter((file) => detectFileKind(file) === 'image');
  const attached = pictures.filter(({ url }) => !html.includes(url) && !html.includes(escapeMarkup(url)));
  const images = attached.map(
    ({ url, alt = '' }) => `<p><img src="${escapeMarkup(url)}" alt="${escapeMarkup(plainText(alt))}"></p>`,
  );
  return html + images.join('');
}

type PostContent = { item: Pick<StoredItem, 'title' | 'summary' | 'image' | 'kind' | 'contentWarning'>; body: string };

/** Folds the text and picture of a post behind its warning, so that no list, search or answer opens them. */
export function foldPost<T extends PostContent>(content: T, source: FeedItem): T {
  const { image, ...item } = content.item;
  if (item.kind !== 'post') return content;
  const warning = plainText(source.title) ? undefined : readWarning(source);
  if (!warning && !(source.isSensitive && image)) return content;
  const contentWarning = { ...warning, ...(image && { image }) };
  if (!warning) return { ...content, item: { ...item, contentWarning } };
  return { ...content, body: '', item: { ...item, title: warning.label, summary: undefined, contentWarning } };
}
