// Cards of Ghost, Substack, WordPress and Medium as Markdown: what they stand for, with picture and link.
import { calloutMark } from '#domain/text/markdown.ts';
import type TurndownService from 'turndown';
import { markOf, type Part } from './marks.ts';

type Escape = (text: string) => string;

/** What turndown calls a node, as far as the rules ask. */
type Element = HTMLElement;

const isMarked =
  (part: Part) =>
  (node: Element): boolean =>
    node.getAttribute('class') === markOf(part);

const partIn = (node: Element, part: Part): Element | null => node.querySelector(`.${markOf(part)}`);

/** CommonMark §6.3: a bracket in an address may end it. */
const inBrackets = (address: string): string => address.replace(/\(/g, '%28').replace(/\)/g, '%29');
const picture = (address: string): string => `![](${inBrackets(address)})`;
const link = (label: string, address: string): string => `[${label}](${inBrackets(address)})`;

const block = (text: string): string => `\n\n${text}\n\n`;
const quote = (blocks: string[]): string => block(blocks.filter(Boolean).join('\n\n').replace(/^/gm, '> '));

const sourceOf = (player: Element): string =>
  player.getAttribute('src') || player.querySelector('source[src]')?.getAttribute('src') || '';

/** Ghost names the still of a film around the player. */
function stillOf(film: Element): string | null {
  for (let around = film.parentNode as Element | null; around; around = around.parentNode as Element | null) {
    const address = around.nodeType === 1 ? around.getAttribute('data-thumbnail') : null;
    if (address) return address;
  }
  return film.getAttribute('poster');
}

function film(node: Element, escape: Escape): string {
  const address = sourceOf(node);
  if (!address) return '';
  const still = stillOf(node);
  const label = `▶ ${escape(node.getAttribute('title') ?? '') || 'Video'}`;
  return block(link(still ? `${picture(still)} ${label}` : label, address));
}

function sound(node: Element, title: string, cover?: string | null): string {
  const address = sourceOf(node);
  const label = `▶ ${title || 'Audio'}`;
  return address ? block(link(cover ? `${picture(cover)} ${label}` : label, address)) : '';
}

function embed(node: Element, escape: Escape): string {
  const address = node.getAttribute('href')!;
  const host = new URL(address).hostname.replace(/^www\./, '');
  return block(link(escape(node.getAttribute('title') ?? '') || host, address));
}

/** The list was checked and written by embeds.ts. */
const gallery = (node: Element): string =>
  block((JSON.parse(node.getAttribute('title')!) as string[]).map(picture).join('\n\n'));

const mostSources = 3;

function bookmark(content: string, node: Element, escape: Escape): string {
  const address = node.querySelector('a[href]')?.getAttribute('href');
  const words = (part: Part) => escape(partIn(node, part)?.textContent ?? '');
  const title = words('title');
  if (!address || !title) return content;
  const shown = partIn(node, 'picture')?.querySelector('img[src]')?.getAttribute('src');
  const sources = [...node.querySelectorAll(`.${markOf('source')}`)].slice(0, mostSources);
  return quote([
    shown ? picture(shown) : '',
    link(title, address),
    words('text'),
    sources
      .map(({ textContent }) => escape(textContent))
      .filter(Boolean)
      .join(' · '),
    escape(node.querySelector('figcaption')?.textContent ?? ''),
  ]);
}

export function addCards(service: TurndownService): void {
  const escape: Escape = (text) => service.escape(text.replace(/\s+/g, ' ').trim());
  const add = (name: string, filter: (node: Element) => boolean, write: (node: Element, content: string) => string) =>
    service.addRule(name, {
      filter: (node) => filter(node),
      replacement: (content, node) => write(node as Element, content),
    });
  add(
    'film',
    ({ nodeName }) => nodeName === 'VIDEO',
    (node) => film(node, escape),
  );
  add(
    'sound',
    ({ nodeName }) => nodeName === 'AUDIO',
    (node) => sound(node, escape(node.getAttribute('title') ?? '')),
  );
  add('embed', isMarked('embed'), (node) => embed(node, escape));
  add('gallery', isMarked('gallery'), gallery);
  add('sound card', isMarked('sound'), (node, content) => {
    const player = node.querySelector<Element>('audio');
    const cover = node.querySelector('img[src]')?.getAttribute('src');
    return player ? sound(player, escape(partIn(node, 'title')?.textContent ?? ''), cover) : content;
  });
  add('callout', isMarked('callout'), (_, content) =>
    quote([`${calloutMark}\n${content.trim().replace(/^(\p{Extended_Pictographic}\ufe0f?)\s+/u, '$1 ')}`]),
  );
  add('bookmark', isMarked('card'), (node, content) => bookmark(content, node, escape));
}
