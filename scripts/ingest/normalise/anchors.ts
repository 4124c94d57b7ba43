// Keeps links within a text, such as those of footnotes and contents: the target gets an anchor.
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

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Matches a symbol next to a heading that links to that heading. */
const permalink = /^[#¶§🔗⚓]\ufe0f?$/u;

export function writeAnchors($: CheerioAPI, page: string | undefined): void {
  const targets = new Map<string, HtmlNode>();
  for (const element of $('[id], a[name]').toArray().reverse())
    for (const id of [element.attribs['name'], element.attribs['id']]) if (id) targets.set(id, element);
  $('a').removeAttr('name');
  const linked = new Set<string>();
  for (const link of $('a[href*="#"]')) {
    const [address, fragment = ''] = link.attribs['href']!.trim().split(/#(.*)/s);
    const id = address === '' || address === page?.split('#')[0] ? decodeFragment(fragment) : '';
    if (fragment && permalink.test($(link).text().trim())) $(link).remove();
    else if (targets.has(id)) {
      link.attribs['href'] = `#${anchorName(id)}`;
      linked.add(id);
    } else if (address === '') link.attribs['href'] = page && fragment ? `${page.split('#')[0]}#${fragment}` : '#';
  }
  for (const id of linked) insertAnchor($, targets.get(id)!, anchorName(id));
}

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
