// Keeps links within a text, such as those of footnotes and contents: the target gets an anchor.
import { decodePercents } from '#domain/text/decode.ts';
import { longPattern } from '#domain/text/long-pattern.ts';
import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import type { HtmlNode } from './superscripts.ts';

/** Elements before which text stands, rather than in them. */
const inline = longPattern(
  String.raw`
    ^(?:a|abbr|b|br|button|label|math|svg|kbd|samp|picture|iframe|video|audio|cite|code|del|em|font|i|img|ins|
    kbd|mark|q|s|small|span|strong|sub|sup|time|u|hr|pre|table|ol|ul|dl)$`,
  '',
);

/** Writes an id as the name of an anchor, with the same characters in links and targets. */
const anchorName = (id: string): string => id.replace(/[^\p{L}\p{N}_.:-]/gu, '-').slice(0, 200);

export function writeAnchors($: CheerioAPI, page: string | undefined): void {
  const targets = findTargets($);
  $('a').removeAttr('name');
  removePermalinks($);
  const pageAddress = page?.split('#')[0];
  const linked = new Set<string>();
  for (const link of $('a[href*="#"]')) {
    const [address, fragment] = link.attribs['href']!.trim().split(/#(.*)/s) as [string, string];
    if (address !== '' && address !== pageAddress) continue;
    const id = decodePercents(fragment);
    if (targets.has(id)) {
      link.attribs['href'] = `#${anchorName(id)}`;
      linked.add(id);
    } else if (address === '') link.attribs['href'] = pageAddress && fragment ? `${pageAddress}#${fragment}` : '#';
  }
  for (const id of linked) insertAnchor($, targets.get(id)!, anchorName(id));
}

/** Finds the elements that links can lead to; the first one with a name wins. */
function findTargets($: CheerioAPI): Map<string, HtmlNode> {
  const targets = new Map<string, HtmlNode>();
  for (const element of $('[id], a[name]').toArray().reverse())
    for (const id of [element.attribs['name'], element.attribs['id']]) if (id) targets.set(id, element);
  return targets;
}

/** Removes the symbols next to headings that link to their heading. */
const removePermalinks = ($: CheerioAPI): void =>
  void $('a[href*="#"]')
    .filter((_, link) => /#./s.test(link.attribs['href']!.trim()) && permalink.test($(link).text().trim()))
    .remove();
const permalink = /^[#¶§🔗⚓]\ufe0f?$/u;

/** Inserts an anchor before an inline element, or at the beginning of the text of a block. */
function insertAnchor($: CheerioAPI, target: HtmlNode, name: string): void {
  const anchor = $('<a></a>').attr('name', name);
  if ('name' in target && inline.test(target.name)) $(target).before(anchor);
  else findFirstLine($, target).prepend(anchor);
}

/** Returns the innermost block in which the text of a block begins. */
export function findFirstLine($: CheerioAPI, block: HtmlNode): Cheerio<HtmlNode> {
  const first = $(block)
    .contents()
    .toArray()
    .find((node) => 'name' in node || $(node).text().trim());
  return first && 'name' in first && !inline.test(first.name) ? findFirstLine($, first as HtmlNode) : $(block);
}
