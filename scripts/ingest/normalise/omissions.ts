// Names the kinds of content that bodies leave out on purpose.
import type { CheerioAPI } from 'cheerio/slim';
import { droppedClasses } from './cards/marks.ts';
import { findHidden } from './notation.ts';
import { isPixel } from './pixels.ts';

type Find = ($: CheerioAPI) => boolean;

const hasText =
  (selector: string): Find =>
  ($) =>
    $(selector)
      .toArray()
      .some((element) => $(element).text().trim());

/** Kinds by their names in notices. */
const kinds: Record<string, Find> = {
  'counting pictures': ($) =>
    $('img')
      .toArray()
      .some(({ attribs }) => isPixel(attribs)),
  scripts: hasText('script:not([type^="math/tex"])'),
  'subscription boxes and controls of the platform': ($) =>
    $(droppedClasses.map((name) => `.${name}`).join(', ')).length > 0,
  'buttons and forms': hasText('button, select, textarea, label'),
  'text in drawings': hasText('svg'),
  'hidden text': ($) => findHidden($).text().trim() !== '',
};

export const findOmissions = ($: CheerioAPI): string[] =>
  Object.entries(kinds).flatMap(([name, find]) => (find($) ? [name] : []));

/** Describes what the entries of a feed leave out; the list is empty if they leave nothing out. */
export function omissionNotices(omissions: readonly string[][]): string[] {
  const counts = Object.keys(kinds).map((name) => ({
    name,
    count: omissions.filter((one) => one.includes(name)).length,
  }));
  const omittedNames = counts.filter(({ count }) => count > 0).map(({ name, count }) => `${name} (${count})`);
  return omittedNames.length > 0
    ? [`Not shown on purpose, with the number of entries: ${omittedNames.join(', ')}.`]
    : [];
}
