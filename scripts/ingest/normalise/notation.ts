// Writes superscripts, formulas, ruby and list numbers in HTML as text, and removes hidden elements and controls.
import { type CheerioAPI, load } from 'cheerio/slim';
import { omission } from '#domain/search/plain-text.ts';
import { longPattern } from '#domain/text/long-pattern.ts';
import { writeFormulas } from './formulas.ts';
import { writeListNumbers } from './list-numbers.ts';
import { withBoundedTags } from './markup.ts';
import { replaceWithText, writeScripts } from './superscripts.ts';

const options = { xml: { xmlMode: false, decodeEntities: true, encodeEntities: 'utf8' as const } };

/** Changes HTML with `change`, unless it is text without tags. */
export function changeHtml(html: string, change: ($: CheerioAPI) => void): string {
  if (!html.includes('<')) return html;
  // Queries compare all children of the root with each other, so the root has a single child.
  const $ = load('<div></div>', options, false);
  const content = $('div').html(withBoundedTags(html));
  change($);
  return content.html() ?? '';
}

/**
 * Writes notation as text. With `isText`, a sign replaces content that needs markup: deleted text, and pictures of
 * formulas.
 * @spec-gap written-numbers
 */
export function writeNotation($: CheerioAPI, isText: boolean): void {
  writeFormulas($);
  removeUnseen($);
  writeListNumbers($);
  writeRuby($);
  writeScripts($);
  markStruck($, isText);
  if (isText) $(`img[alt="${omission}"]`).replaceWith(` ${omission} `);
  // HTML parsers ignore table cells outside of tables and would join their texts.
  $('td:not(table *), th:not(table *)').prop('tagName', 'div');
}

/** Returns HTML in which notation is written as text, for lines without markup. */
export const withNotation = (html: string): string => changeHtml(html, ($) => writeNotation($, true));

const unseenElements = 'script, style, template, head, title, datalist, canvas, meter, progress';
const controls = 'svg, select, textarea, button, label';
const hidingStyle = longPattern(
  String.raw`
  (?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|clip\s*:\s*rect\(\s*[01](?:px)?\b|
  (?:left|top|text-indent)\s*:\s*-\d{3,})`,
  'i',
);
/** Classes of texts for screen readers, which the styles of the site hide from everybody else. */
const unseenClasses =
  '.screen-reader-text, .sr-only, .visually-hidden, .visuallyhidden, .is-visually-hidden, .u-visually-hidden, .assistive-text';

/** Returns the elements that a browser does not show. */
export const findHidden = ($: CheerioAPI) =>
  $(`[hidden]:not([hidden="until-found"]), [style], ${unseenClasses}`)
    .filter(
      (_, element) => $(element).is(`[hidden], ${unseenClasses}`) || hidingStyle.test($(element).attr('style') ?? ''),
    )
    .not('img');

/** Removes hidden elements and controls, but not the buttons of collapsible headings or the labels of task lists. */
function removeUnseen($: CheerioAPI): void {
  $('noscript').each((_, element) => {
    $(element).replaceWith($(element).find('img, iframe, video, audio'));
  });
  $(unseenElements).remove();
  findHidden($).remove();
  for (const element of $(controls).not(':is(h1, h2, h3, h4, h5, h6, summary) button, li label')) {
    replaceWithText($, element, '');
  }
}

function writeRuby($: CheerioAPI): void {
  $('rp').remove();
  $('rt').each((_, element) => void $(element).text(`(${$(element).text().trim()})`));
}

const struckElements = 'del, s, strike, [style*="line-through"]';

/** Replaces all kinds of strikethrough by `del`, which has a Markdown equivalent. */
function markStruck($: CheerioAPI, isText: boolean): void {
  for (const element of $(struckElements)) {
    if ($(element).parent().closest(struckElements).length > 0) $(element).replaceWith($(element).contents());
    else if (isText) $(element).replaceWith(` ${omission} `);
    else element.tagName = 'del';
  }
}
