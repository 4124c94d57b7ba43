// Bodies come as HTML, as plain text, or as HTML that was escaped once too often: HTML of each.

/** A tag's beginning, and somewhere behind it an end: looked for once each, as a text may hold very many beginnings. */
function isEscapedTwice(html: string): boolean {
  const start = html.search(/&lt;(?:p|br|div|a|img|ul|ol|li|h[1-6]|strong|em|b|i|blockquote|span)\b/i);
  return start >= 0 && html.indexOf('&gt;', start) >= 0;
}

/** Plain text keeps its lines; HTML that was escaped twice is HTML again. */
export function asHtml(html: string): string {
  if (/<[a-z!/]/i.test(html)) return html;
  if (isEscapedTwice(html)) {
    return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  }
  return html
    .trim()
    .replace(/\r?\n[ \t]*\r?\n\s*/g, '<p>')
    .replace(/\r?\n/g, '<br>');
}
