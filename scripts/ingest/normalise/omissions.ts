// Names the kinds of content that bodies leave out on purpose.
import type { CheerioAPI } from 'cheerio/slim';
import type { Notice, NoticeCode } from '#contract/notices.ts';
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

/** Kinds by the codes of their notices. */
const kinds: Partial<Record<NoticeCode, Find>> = {
  omitted_pixels: ($) =>
    $('img')
      .toArray()
      .some(({ attribs }) => isPixel(attribs)),
  omitted_scripts: hasText('script:not([type^="math/tex"])'),
  omitted_controls: ($) => $(droppedClasses.map((name) => `.${name}`).join(', ')).length > 0,
  omitted_forms: hasText('button, select, textarea, label'),
  omitted_drawings: hasText('svg'),
  omitted_hidden: ($) => findHidden($).text().trim() !== '',
};

const codes = Object.keys(kinds) as NoticeCode[];

export const findOmissions = ($: CheerioAPI): NoticeCode[] => codes.filter((code) => kinds[code]!($));

/** Describes what the entries of a feed leave out; the list is empty if they leave nothing out. */
export const omissionNotices = (omissions: readonly NoticeCode[][]): Notice[] =>
  codes.flatMap((code) => {
    const count = omissions.filter((one) => one.includes(code)).length;
    return count > 0 ? [{ code, details: { count } }] : [];
  });
