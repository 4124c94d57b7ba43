// Renders Markdown as safe HTML: raw HTML is escaped, and only web, mail and relative links are allowed.
import MarkdownIt, { type Token } from 'markdown-it';
import { memoizeLastText } from './memoize-text.ts';

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
const safeLink = /^(https?:|mailto:|#|\/(?!\/)|media\/)/i;
markdown.validateLink = (url: string) => safeLink.test(url.trim());

/** Makes the highest heading the second level, because the first is the title of the page. */
markdown.core.ruler.push('lower-headings', (state) => {
  const headings = state.tokens.filter((token) => token.type.startsWith('heading_'));
  const levelOf = ({ tag }: Token) => Number(tag.slice(1));
  // Math.min(...) would fail for more than about a hundred thousand headings.
  const highest = headings.reduce((least, token) => Math.min(least, levelOf(token)), 6);
  for (const token of headings) token.tag = `h${Math.min(6, levelOf(token) - highest + 2)}`;
});

/** First line of a callout in GitHub's syntax; any other block quotation is a quotation. */
export const calloutMark = '[!NOTE]';

/** Turns marked block quotations into callouts: removes the mark, adds a class, and sets `meta.isCallout`. */
markdown.core.ruler.after('block', 'callouts', ({ tokens }) => {
  const openings: Token[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'blockquote_close') token.meta = openings.pop()!.meta;
    if (token.type !== 'blockquote_open') continue;
    openings.push(token);
    const [paragraph, inline, end] = tokens.slice(at + 1, at + 4);
    if (paragraph?.type !== 'paragraph_open' || !/^\[!NOTE\][ \t]*(?:\n|$)/.test(inline!.content)) continue;
    token.meta = { isCallout: true };
    token.attrSet('class', 'callout');
    inline!.content = inline!.content.slice(calloutMark.length).trim();
    paragraph.hidden = end!.hidden = inline!.content === '';
  }
});

/** Parses Markdown and caches the latest result, which pages, documents and search use in sequence. */
export const parseMarkdown = memoizeLastText((source): readonly Token[] => markdown.parse(source, {}));

const rendered = memoizeLastText((source) =>
  markdown.renderer.render([...parseMarkdown(source)], markdown.options, {}),
);

export const renderMarkdown = (source: string, baseUrl: string): string =>
  rendered(source).replace(/(<(?:img|a) (?:src|href)=")media\//g, `$1${baseUrl}/media/`);

/** Escapes text for use within a line of Markdown: no line breaks, links or tags. */
export const escapeInline = (text: string): string =>
  text.replace(/[[\]]/g, '').replaceAll('<', '\\<').replace(/\s+/g, ' ').trim();

/** Makes the addresses of pictures below content/media absolute. */
export const withAbsolutePictures = (source: string, baseUrl: string): string =>
  source.replace(/(\]\(\s*<?)media\//g, `$1${baseUrl}/media/`);
