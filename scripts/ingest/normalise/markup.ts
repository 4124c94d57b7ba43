// Bodies come as HTML, as plain text, or as HTML that was escaped once too often: HTML of each.

/** A tag's beginning, and somewhere behind it an end: looked for once each, as a text may hold very many beginnings. */
function isEscapedTwice(html: string): boolean {
  const start = html.search(/&lt;(?:p|br|div|a|img|ul|ol|li|h[1-6]|strong|em|b|i|blockquote|span|su[bp])\b/i);
  return start >= 0 && html.indexOf('&gt;', start) >= 0;
}

/** Plain text keeps its lines; HTML that was escaped twice is HTML again. */
export function toHtml(html: string): string {
  if (/<[a-z!/]/i.test(html)) return html;
  if (isEscapedTwice(html)) {
    return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  }
  return html
    .trim()
    .replace(/\r?\n[ \t]*\r?\n\s*/g, '<p>')
    .replace(/\r?\n/g, '<br>');
}

/** Deeper than any text is, and more than any has: each costs those who read HTML more than the one before. */
const maxDepth = 250;
const maxTags = 50_000;
/** These never hold anything, or end where the next of their kind begins. */
const tagsWithoutNesting = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd tr td th option'.split(' '),
);

/** Without the tags that would open elements within hundreds of others, those that would close them, and tags beyond number. */
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
