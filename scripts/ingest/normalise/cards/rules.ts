// Turndown rules that write the cards of Ghost, Substack, WordPress and Medium as Markdown.
import { calloutMark } from '#domain/text/markdown.ts';
import type TurndownService from 'turndown';
import { cardClass, type CardPart } from './marks.ts';

type Escape = (text: string) => string;

/** Element type of turndown. */
type Element = HTMLElement;

const isCardPart =
  (part: CardPart) =>
  (node: Element): boolean =>
    node.getAttribute('class') === cardClass(part);

const findPart = (node: Element, part: CardPart): Element | null => node.querySelector(`.${cardClass(part)}`);

/** Escapes brackets, which can end an address (CommonMark §6.3). */
const escapeBrackets = (address: string): string => address.replace(/\(/g, '%28').replace(/\)/g, '%29');
const pictureMarkdown = (address: string): string => `![](${escapeBrackets(address)})`;
const linkMarkdown = (label: string, address: string): string => `[${label}](${escapeBrackets(address)})`;

const blockMarkdown = (text: string): string => `\n\n${text}\n\n`;
const quoteMarkdown = (blocks: string[]): string =>
  blockMarkdown(blocks.filter(Boolean).join('\n\n').replace(/^/gm, '> '));

const playerAddress = (player: Element): string =>
  player.getAttribute('src') || player.querySelector('source[src]')?.getAttribute('src') || '';

/** Returns the thumbnail of a video, which Ghost names on an element around the player. */
function findStill(film: Element): string | null {
  for (let ancestor = film.parentNode as Element | null; ancestor; ancestor = ancestor.parentNode as Element | null) {
    const address = ancestor.nodeType === 1 ? ancestor.getAttribute('data-thumbnail') : null;
    if (address) return address;
  }
  return film.getAttribute('poster');
}

function filmMarkdown(node: Element, escape: Escape): string {
  const address = playerAddress(node);
  if (!address) return '';
  const still = findStill(node);
  const label = `▶ ${escape(node.getAttribute('title') ?? '') || 'Video'}`;
  return blockMarkdown(linkMarkdown(still ? `${pictureMarkdown(still)} ${label}` : label, address));
}

function soundMarkdown(node: Element, title: string, cover?: string | null): string {
  const address = playerAddress(node);
  const label = `▶ ${title || 'Audio'}`;
  return address ? blockMarkdown(linkMarkdown(cover ? `${pictureMarkdown(cover)} ${label}` : label, address)) : '';
}

function embedMarkdown(node: Element, escape: Escape): string {
  const address = node.getAttribute('href')!;
  const host = new URL(address).hostname.replace(/^www\./, '');
  return blockMarkdown(linkMarkdown(escape(node.getAttribute('title') ?? '') || host, address));
}

/** Writes a gallery, whose addresses embeds.ts has checked. */
const galleryMarkdown = (node: Element): string =>
  blockMarkdown((JSON.parse(node.getAttribute('title')!) as string[]).map(pictureMarkdown).join('\n\n'));

const maxSources = 3;

function bookmarkMarkdown(content: string, node: Element, escape: Escape): string {
  const address = node.querySelector('a[href]')?.getAttribute('href');
  const partText = (part: CardPart) => escape(findPart(node, part)?.textContent ?? '');
  const title = partText('title');
  if (!address || !title) return content;
  const image = findPart(node, 'picture')?.querySelector('img[src]')?.getAttribute('src');
  const sources = [...node.querySelectorAll(`.${cardClass('source')}`)].slice(0, maxSources);
  return quoteMarkdown([
    image ? pictureMarkdown(image) : '',
    linkMarkdown(title, address),
    partText('text'),
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
    (node) => filmMarkdown(node, escape),
  );
  add(
    'sound',
    ({ nodeName }) => nodeName === 'AUDIO',
    (node) => soundMarkdown(node, escape(node.getAttribute('title') ?? '')),
  );
  add('embed', isCardPart('embed'), (node) => embedMarkdown(node, escape));
  add('gallery', isCardPart('gallery'), galleryMarkdown);
  add('sound card', isCardPart('sound'), (node, content) => {
    const player = node.querySelector<Element>('audio');
    const cover = node.querySelector('img[src]')?.getAttribute('src');
    return player ? soundMarkdown(player, escape(findPart(node, 'title')?.textContent ?? ''), cover) : content;
  });
  add('callout', isCardPart('callout'), (_, content) =>
    quoteMarkdown([`${calloutMark}\n${content.trim().replace(/^(\p{Extended_Pictographic}\ufe0f?)\s+/u, '$1 ')}`]),
  );
  add('bookmark', isCardPart('card'), (node, content) => bookmarkMarkdown(content, node, escape));
}
