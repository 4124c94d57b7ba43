// Turns titles, names and summaries into plain text: no markup, no character references, no deceptive characters.
import sanitizeHtml from 'sanitize-html';
import { truncateWhole, cleanLine } from '#domain/text/invisible.ts';
import { unescapeMarkup } from '#domain/text/markup.ts';
import type { FeedItem } from '../feed-document.ts';
import { withNotation } from './notation.ts';

const htmlTags =
  'a abbr acronym address article aside audio b base big blockquote body br button canvas center cite code dd del details dfn div dl dt em embed figcaption figure font footer form frame h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label li link main map mark math meta nav noscript object ol p picture pre q s samp script section select small source span strike strong style sub summary sup svg table tbody td textarea tfoot th thead time title tr tt u ul var video wbr';
const mathTags =
  'annotation annotation-xml maction menclose merror mfenced mfrac mi mlabeledtr mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics template ruby rp rt nobr mjx-container mjx-math mjx-assistive-mml';
const knownTag = `/?(?:${`${htmlTags} ${mathTags}`.replaceAll(' ', '|')})(?=[\\s/>])`;
const closingTag = new RegExp(`</(?:${htmlTags.replaceAll(' ', '|')})\\s*>`, 'i');
/** Tags of other vocabularies, such as Office, that a title contains by accident. */
const foreignTag = /^<\/?([a-z][\w.:-]{0,60})(?:\s[^<>]{0,500})?\/?>/i;
const lessSign = new RegExp(`<(?!${knownTag}|!--)[^<>]{0,600}>?`, 'gi');

/** Elements whose text is dropped, if they are closed; otherwise the tag is part of the text. */
const droppedElement =
  /<(?=(template|head|title|datalist|canvas|meter|progress|svg|select|textarea|button|label)[\s>])/gi;

/** Escapes signs that open no element, as in `a <- b` or `<half>`. An unknown element counts only if it is closed. */
function withoutForeignTags(html: string): string {
  const lower = html.toLowerCase();
  const isElement = (tag: string, name: string) =>
    name.includes(':') || tag.endsWith('/>') || (lower.includes(`<${name}`) && lower.includes(`</${name}>`));
  const withWords = html.replace(droppedElement, (sign, name: string) =>
    lower.includes(`</${name.toLowerCase()}`) ? sign : '&lt;',
  );
  return withWords.replace(lessSign, (match) => {
    const [tag, name = ''] = foreignTag.exec(match) ?? [];
    if (tag && isElement(tag, name.toLowerCase())) return match.slice(tag.length);
    return `&lt;${match.slice(1)}`;
  });
}
const blockTags =
  'address article aside blockquote br caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr img legend li main nav ol p pre section summary table td th tr ul video audio iframe';
const blockEnd = new RegExp(`</?(?:${blockTags.replaceAll(' ', '|')})\\b[^>]{0,2000}>`, 'gi');

/** Longest text that is read for a title or summary. */
const MAX_CHARACTERS = 6000;

/** Returns HTML, which may be escaped twice, as one line of text. */
export const plainText = (source: string | undefined): string =>
  toPlainLine(source, (html) => withNotation(withoutForeignTags(html)));

/** Returns one line of text. `prepare` processes the HTML before its tags are removed. */
function toPlainLine(source: string | undefined, prepare: (html: string) => string): string {
  if (!source) return '';
  const html = source.slice(0, MAX_CHARACTERS);
  const once = html.includes('<') || html.includes('&') ? withoutTags(prepare(html)) : html;
  const isEscapedTwice = /&(?:[a-z]{2,8}|#\d+|#x[\da-f]+);/i.test(once);
  return cleanLine(isEscapedTwice ? withoutTags(once.replaceAll('<', '&lt;')) : once);
}

const voidTags = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** Escapes the tags of elements that a title mentions: those without a partner, as in “The <video> element”. */
function escapeMentionedTags(html: string): string {
  const lower = html.toLowerCase();
  return html.replace(
    /<(\/?)([a-z][\w-]*)\b([^<>]*)>/gi,
    (tag, slash: string, name: string, rest: string, at: number) => {
      const element = name.toLowerCase();
      const end = at + tag.length;
      if (slash) return lower.lastIndexOf(`<${element}`, at) >= 0 ? tag : `&lt;${tag.slice(1)}`;
      // A void element is markup if it has attributes or stands within a text without spaces.
      const isVoidMarkup =
        rest !== '' || /[\p{L}\p{N}>.!?:]$/u.test(html.slice(0, at)) || /^[\p{L}\p{N}<]/u.test(html.slice(end));
      const isMarkup = voidTags.test(element)
        ? isVoidMarkup
        : rest.endsWith('/') || lower.indexOf(`</${element}`, end) >= 0;
      return isMarkup ? tag : `&lt;${tag.slice(1)}`;
    },
  );
}

/** Returns the title of an item as plain text. A remaining closing tag means that the title was escaped twice. */
export function titleText({ title = '', hasTextTitle }: Pick<FeedItem, 'title' | 'hasTextTitle'>): string {
  const source = hasTextTitle ? title.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : title;
  const unwrapped = source.slice(0, MAX_CHARACTERS).replace(/^\s*<!\[CDATA\[(.*)\]\]>\s*$/s, '$1');
  const text = plainText(escapeMentionedTags(unwrapped));
  return closingTag.test(text) ? plainText(escapeMentionedTags(text)) : text;
}

/** Returns HTML as lines of plain text, one for each block. */
export function textLines(source: string | undefined): string[] {
  const html = withNotation(source?.slice(0, MAX_CHARACTERS) ?? '');
  const broken = html.replace(/\r?\n/g, ' ').replace(blockEnd, '\n$&');
  return broken
    .split('\n')
    .map((line) => toPlainLine(line, withoutForeignTags))
    .filter(Boolean);
}

function withoutTags(html: string): string {
  const spaced = html.replace(blockEnd, ' $&');
  return unescapeMarkup(sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {}, nestingLimit: 100 }));
}

/** Cuts a text between words to at most `limit` characters, and adds an ellipsis if something is missing. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const space = cut.lastIndexOf(' ');
  const beginning = space > limit / 2 ? cut.slice(0, space) : truncateWhole(cut, limit);
  return `${beginning.replace(/[\s.,;:–-]+$/, '')}…`;
}
