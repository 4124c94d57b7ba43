// Turns bodies into HTML, whether they are HTML, plain text or HTML that was escaped twice.
import { unescapeMarkup } from '#domain/text/markup.ts';

/** Looks for an escaped tag. Start and end are searched once each, since a text may contain very many starts. */
function isEscapedTwice(html: string): boolean {
  const start = html.search(/&lt;(?:p|br|div|a|img|ul|ol|li|h[1-6]|strong|em|b|i|blockquote|span|su[bp])\b/i);
  return start >= 0 && html.indexOf('&gt;', start) >= 0;
}

/** Returns HTML. Plain text keeps its lines; HTML that was escaped twice is unescaped. */
export function toHtml(html: string): string {
  if (/<[a-z!/]/i.test(html)) return html;
  if (isEscapedTwice(html)) return unescapeMarkup(html);
  return html
    .trim()
    .replace(/\r?\n[ \t]*\r?\n\s*/g, '<p>')
    .replace(/\r?\n/g, '<br>');
}

/** Limits beyond any real text, since the cost of nested tags grows faster than their number. */
const maxDepth = 250;
const maxTags = 50_000;
/** Elements that have no content or end where the next one of their kind begins. */
const tagsWithoutNesting = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd tr td th option'.split(' '),
);

/** Removes tags that are nested too deeply, with their closing tags, and all tags beyond the maximum number. */
export function withBoundedTags(html: string): string {
  let count = 0;
  let open = 0;
  let dropped = 0;
  return html.replace(/<(\/?)([a-z][a-z\d]*)[^<>]*>?/gi, (tag: string, slash: string, name: string) => {
    if (++count > maxTags) return '';
    if (tagsWithoutNesting.has(name.toLowerCase()) || tag.endsWith('/>')) return tag;
    const isDeep = slash ? dropped > 0 : open >= maxDepth;
    if (isDeep) dropped += slash ? -1 : 1;
    else open = Math.max(0, open + (slash ? -1 : 1));
    return isDeep ? '' : tag;
  });
}
