// Reads the content of a page for people: pictures with captions, passages of text, contacts, figures.
import type { CheerioAPI } from 'cheerio';
import { cleanLine } from '#domain/text/invisible.ts';
import { plainText } from '../ingest/normalise/plain-text.ts';
import { type Mention, readMentions } from './page-contacts.ts';
import { webAddress } from './web.ts';

export interface PagePicture {
  url: string;
  alt: string;
  /** Caption of the picture, or the paragraph that contains it. */
  around: string;
  isLogo: boolean;
  /** True if the picture has a caption, as press pictures do. */
  hasCaption: boolean;
}

export interface PagePeople {
  pictures: PagePicture[];
  /** Consecutive paragraphs, joined. */
  passages: string[];
  /** Headings with the lines below them. */
  sections: { heading: string; lines: string[] }[];
  /** Mail addresses and telephone numbers in the order of the page. */
  mentions: Mention[];
  /** Terms of definition lists with their values: `Newsletter readers`, `23,400 (October 2026)`. */
  figures: { label: string; value: string }[];
  /** Cells of the rows of tables, and entries of lists as one cell each. */
  rows: string[][];
  /** Owner whom the copyright notice names. */
  owner?: string | undefined;
}

const maxElements = 60;

/** Returns the lines of an element, as a browser breaks them. */
const textByLines = (element: ReturnType<CheerioAPI>): string => {
  const copy = element.clone();
  copy.find('br').replaceWith('\n');
  return copy.text().split('\n').map(cleanLine).filter(Boolean).join('\n');
};

export const readPagePeople = ($: CheerioAPI, base: string): PagePeople => ({
  pictures: readPictures($, base),
  passages: readPassages($),
  sections: selectElements($, 'h2, h3').map((element) => ({
    heading: plainText($(element).text()),
    lines: readLinesBelow($, $(element)),
  })),
  mentions: readMentions($).slice(0, maxElements),
  figures: selectElements($, 'dt')
    .map((element) => ({ label: plainText($(element).text()), value: plainText($(element).next('dd').text()) }))
    .filter(({ label, value }) => label && value),
  rows: $('tr, li')
    .toArray()
    .slice(0, maxRows)
    .map((row) => ($(row).is('li') ? [row] : $(row).find('td, th').toArray()).map((cell) => plainText($(cell).text()))),
  owner: copyright.exec(plainText($('footer').last().text() || $('body').text().slice(-500)))?.[1]?.trim(),
});

const maxRows = 300;
/** A copyright notice such as `© 2019–2026 Ada Marin`. */
const copyright =
  /(?:©|\(c\)|copyright)\s*(?:\d{4}(?:\s*[-–]\s*\d{4})?\s*)?([\p{L}\p{M}'’.・&-]+(?: [\p{L}\p{M}'’.・&-]+){0,3})$/iu;

const selectElements = ($: CheerioAPI, selector: string) => $(selector).toArray().slice(0, maxElements);

const blocks = 'p, div, section, article, ul, ol, table, h1, h2, h3, h4, form';

/** Reads paragraphs of one line each, since a postal address or a poem has several. Many pages use div for them. */
function readPassages($: CheerioAPI): string[] {
  const passages: string[] = [];
  let isOpen = false;
  for (const element of selectElements($, `p, div:not(:has(${blocks})), dd:not(:has(${blocks}))`)) {
    const isNext = isOpen && $(element).is('p') && $(element).prev().is('p') && isWhole(passages.at(-1)!);
    const lines = textByLines($(element)).split('\n');
    const text = lines.length === 1 ? plainText(lines[0]) : '';
    isOpen = text.length >= 40;
    if (isOpen && isNext) passages.push(`${passages.pop()!} ${text}`);
    else if (isOpen) passages.push(text);
  }
  return passages;
}

/** Returns true if a text ends with its last sentence. */
const isWhole = (text: string): boolean => /[.!?。！？…؟]["'”’»」』)）]*$/u.test(text);

function readPictures($: CheerioAPI, base: string): PagePicture[] {
  return selectElements($, 'img[src]').flatMap((element): PagePicture[] => {
    const image = $(element);
    const linked = webAddress(image.closest('a[href]').attr('href'), base);
    const src = webAddress(image.attr('src'), base);
    if (!src) return [];
    const alt = plainText(image.attr('alt') ?? '');
    const isLogo = /logo|wordmark/i.test(`${src} ${image.attr('class') ?? ''}`);
    const url = linked && /\.(jpe?g|png|webp|avif)$/i.test(new URL(linked).pathname) ? linked : src;
    const hasCaption = image.closest('figure').find('figcaption').length > 0;
    return [{ url, alt, around: textByLines(image.closest('figure, p, li')), isLogo, hasCaption }];
  });
}

const readLinesBelow = ($: CheerioAPI, heading: ReturnType<CheerioAPI>): string[] =>
  heading
    .nextUntil('h1, h2, h3')
    .find('li')
    .addBack('p')
    .toArray()
    .slice(0, maxElements)
    .map((line) => plainText($(line).text()));
