// Reads the content of a page for people: pictures with captions, paragraphs, mail addresses, figures.
import type { CheerioAPI } from 'cheerio';
import { plainText } from '../ingest/normalise/plain-text.ts';
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
  paragraphs: string[];
  /** Headings with the lines below them. */
  sections: { heading: string; lines: string[] }[];
  /** Mail addresses in the order of the page, each with the surrounding text. */
  mails: { address: string; around: string }[];
  /** Terms of definition lists with their values: `Newsletter readers`, `23,400 (October 2026)`. */
  figures: { label: string; value: string }[];
}

const maxElements = 60;
const mailAddress = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;

/** Returns the text of an element with its line breaks. */
const textByLines = (element: ReturnType<CheerioAPI>): string => {
  const copy = element.clone();
  copy.find('br').replaceWith('\n');
  return copy
    .text()
    .split('\n')
    .map((line) => plainText(line))
    .filter(Boolean)
    .join('\n');
};

export const readPagePeople = ($: CheerioAPI, base: string): PagePeople => ({
  pictures: readPictures($, base),
  paragraphs: selectElements($, 'p')
    .map((element) => plainText($(element).text()))
    .filter((text) => text.length >= 40),
  sections: selectElements($, 'h2, h3').map((element) => ({
    heading: plainText($(element).text()),
    lines: readLinesBelow($, $(element)),
  })),
  mails: selectElements($, 'a[href^="mailto:"]')
    .map((element) => ({
      address: decodeURI($(element).attr('href')!.slice('mailto:'.length)).split('?')[0]!.trim(),
      around: textByLines($(element).closest('address, p, li, td')),
    }))
    .filter(({ address }) => mailAddress.test(address)),
  figures: selectElements($, 'dt')
    .map((element) => ({ label: plainText($(element).text()), value: plainText($(element).next('dd').text()) }))
    .filter(({ label, value }) => label && value),
});

const selectElements = ($: CheerioAPI, selector: string) => $(selector).toArray().slice(0, maxElements);

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
