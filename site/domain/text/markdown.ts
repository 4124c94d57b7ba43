// Renders Markdown as safe HTML: raw HTML is escaped, and only web, mail and relative links are allowed.
//
// The Markdown is CommonMark with tables, strikethrough and four extensions: callouts, anchors, <br> for line breaks in
// table cells and headings, and emphasis next to punctuation. @spec-gap stored-text
import MarkdownIt, { type Token } from 'markdown-it';
import { memoizeLastText } from './memoize-text.ts';

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
const safeLink = /^(https?:|mailto:|#|\/(?!\/)|media\/)/i;
markdown.validateLink = (url: string) => safeLink.test(url.trim());
markdown.normalizeLinkText = (url: string) => url;

const isSpace = (sign: string | undefined): boolean => sign === undefined || /\s/.test(sign);

/** Lets emphasis begin and end next to punctuation, as in これは**「重要」**です. CommonMark §6.2 requires a space there. */
markdown.inline.State = class extends markdown.inline.State {
  override scanDelims(start: number, canSplitWord: boolean) {
    const delimiters = super.scanDelims(start, canSplitWord);
    if (!canSplitWord) return delimiters;
    const end = start + delimiters.length;
    return { ...delimiters, can_open: !isSpace(this.src[end]), can_close: !isSpace(this.src[start - 1]) };
  }
};

/** Parses an anchor, the target of a link to a fragment, in Pandoc's syntax of an empty span: []{#note-1}. */
markdown.inline.ruler.before('link', 'anchor', (state, silent) => {
  const [mark, id] = /^\[\]\{#([\p{L}\p{N}_.:-]+)\}/u.exec(state.src.slice(state.pos, state.pos + 300)) ?? [];
  if (!mark) return false;
  if (!silent) state.push('anchor', 'span', 0).attrSet('id', id!);
  state.pos += mark.length;
  return true;
});
markdown.renderer.rules['anchor'] = (tokens, at) => `<span id="${tokens[at]!.attrGet('id')}"></span>`;

/** Parses <br>, which table cells need, since they have only one line. */
markdown.inline.ruler.before('autolink', 'break', (state, silent) => {
  if (!state.src.startsWith('<br>', state.pos)) return false;
  if (!silent) state.push('hardbreak', 'br', 0);
  state.pos += '<br>'.length;
  return true;
});

/** Makes the highest heading the second level, because the first is the title of the page. */
markdown.core.ruler.push('lower-headings', (state) => {
  const headings = state.tokens.filter((token) => token.type.startsWith('heading_'));
  const levelOf = ({ tag }: Token) => Number(tag.slice(1));
  // Math.min(...) would fail for more than about a hundred thousand headings.
  const highest = headings.reduce((level, token) => Math.min(level, levelOf(token)), 6);
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
