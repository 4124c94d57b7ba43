// Markdown to safe HTML: raw HTML is shown as text and only web, mail and relative links are kept.
import MarkdownIt, { type Token } from 'markdown-it';
import { memoizeLastText } from './memoize-text.ts';

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
const safeLink = /^(https?:|mailto:|#|\/(?!\/)|media\/)/i;
markdown.validateLink = (url: string) => safeLink.test(url.trim());

/** The highest heading becomes the second level, since the page's own title is the first. */
markdown.core.ruler.push('lower-headings', (state) => {
  const headings = state.tokens.filter((token) => token.type.startsWith('heading_'));
  const levelOf = ({ tag }: Token) => Number(tag.slice(1));
  // A call takes about a hundred thousand arguments, and a text may have more headings.
  const highest = headings.reduce((least, token) => Math.min(least, levelOf(token)), 6);
  for (const token of headings) token.tag = `h${Math.min(6, levelOf(token) - highest + 2)}`;
});

/** First line of a callout, as GitHub writes it; in any other block quotation somebody else speaks. */
export const calloutMark = '[!NOTE]';

/** A callout is a block quotation of a class of its own, without the mark; `meta.isCallout` of its tokens is true. */
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

/** Remembers the latest text: the page of an item, its documents and the search need it one after the other. */
export const parseMarkdown = memoizeLastText((source): readonly Token[] => markdown.parse(source, {}));

const rendered = memoizeLastText((source) =>
  markdown.renderer.render([...parseMarkdown(source)], markdown.options, {}),
);

export const renderMarkdown = (source: string, baseUrl: string): string =>
  rendered(source).replace(/(<(?:img|a) (?:src|href)=")media\//g, `$1${baseUrl}/media/`);

/** Text inside a line of Markdown: without what would end the line, or make a link or a tag. */
export const escapeInline = (text: string): string =>
  text.replace(/[[\]]/g, '').replaceAll('<', '\\<').replace(/\s+/g, ' ').trim();

/** A picture below content/media by its whole address, for a reader who has the text alone. */
export const withAbsolutePictures = (source: string, baseUrl: string): string =>
  source.replace(/(\]\(\s*<?)media\//g, `$1${baseUrl}/media/`);
