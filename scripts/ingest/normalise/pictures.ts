// Finds the address of each picture: lazy pictures have it in other attributes than src.
import type { CheerioAPI } from 'cheerio/slim';
import { replaceWithText } from './superscripts.ts';

const lazyAttributes = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-orig-src',
  'data-url',
  'data-actualsrc',
  'data-hi-res-src',
];
const lazySets = ['data-srcset', 'data-lazy-srcset', 'srcset'];
/** Matches the address of a picture that is shown until the real one has loaded. */
const placeholder =
  /^data:|(?:^|[/_.-])(?:placeholder|spacer|blank|transparent|lazy|lazyload|loading|1x1)[\w-]*\.(?:gif|png|svg|webp)(?:$|\?)/i;

/** Returns the largest picture of a srcset (HTML Standard §4.8.4.2). */
function findLargest(set: string | undefined): string | undefined {
  const candidates = [...(set ?? '').matchAll(/\s*([^\s,]\S*[^\s,])(?:\s+([\d.]+)[wx])?\s*(?:,|$)/g)];
  const largest = candidates.reduce<RegExpMatchArray | undefined>(
    (best, one) => (best && Number(best[2] ?? 1) >= Number(one[2] ?? 1) ? best : one),
    undefined,
  );
  return largest?.[1];
}

const isPicture = (address: string | undefined): address is string =>
  Boolean(address?.trim()) && !placeholder.test(address!.trim());

export function findPictures($: CheerioAPI): void {
  for (const image of $('img')) {
    const { attribs } = image;
    const sets = [
      attribs,
      ...$(image)
        .parent('picture')
        .children('source')
        .toArray()
        .map((source) => source.attribs),
    ];
    const choices = [
      ...lazyAttributes.map((name) => attribs[name]),
      attribs['src'],
      ...sets.flatMap((names) => lazySets.map((name) => findLargest(names[name]))),
    ];
    const address = choices.find(isPicture);
    if (address) attribs['src'] = address;
    else if (placeholder.test(attribs['src'] ?? '')) replaceWithText($, image, '');
  }
  removeFallbacks($);
}

/** Removes the picture for browsers without scripts if it repeats the one before it. */
function removeFallbacks($: CheerioAPI): void {
  for (const fallback of $('noscript')) {
    const before = $(fallback).prev('img, picture, figure, span, a');
    const image = before.is('img') ? before : before.find('img').last();
    if (image.attr('src') && image.attr('src') === $(fallback).find('img').attr('src')) $(fallback).remove();
  }
}
