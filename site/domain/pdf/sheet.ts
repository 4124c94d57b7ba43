// The common layout of all PDFs: banner, portrait, title, footer with page numbers, and metadata.
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { Creator } from '#contract/schemas/content-files.ts';
import { paletteFor } from '../palette/palette.ts';
import { textDirection, canonicalLocale, languageName, translatorFor } from '../messages/messages.ts';
import { dataUrl, pageSize, type PdfPicture, sideBySide } from './blocks.ts';
import { assignRoles, withRole } from './tags.ts';
import { type Faces, drawableLine } from './faces.ts';
import { addressWithoutScheme, type Typesetter, createTypesetter } from './type.ts';

const dayFormat = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

/** Returns functions that format words, days and counts in the language of the room. */
function createLanguage(wanted: string) {
  const tag = canonicalLocale(wanted);
  return {
    tag,
    t: translatorFor(tag),
    day: (date: string) => new Intl.DateTimeFormat(tag, dayFormat).format(new Date(date)),
    number: (value: number) => new Intl.NumberFormat(tag).format(value),
    languageName: (other: string) => languageName(tag, other),
  };
}

export interface SheetPictures {
  banner?: PdfPicture | undefined;
  portrait?: PdfPicture | undefined;
}

/** Typesetter, language and pictures of a sheet. */
export type SheetContext = ReturnType<typeof createSheetContext>;

/** Creates the context of a sheet. `missing` collects the letters that no face contains. */
export const createSheetContext = (creator: Creator, faces: Faces, pictures: SheetPictures, missing: Set<string>) => ({
  type: createTypesetter(faces, paletteFor(creator, 'light'), missing, textDirection(creator.language) === 'rtl'),
  language: createLanguage(creator.language),
  pictures,
  /** Alternative text of the portrait. */
  alt: creator.portrait?.alt ?? creator.name,
});

export interface Sheet {
  kicker: string;
  title: string;
  lede: string;
  /** Date of approval or creation for the footer. */
  dateLine: string | undefined;
  /** Address for the footer. */
  home: string;
  author: string;
  /** Date of the content (RFC 3339), used as the date of the file to make the output reproducible. */
  changedAt: string;
  keywords: string[];
}

export const bannerBox = { width: pageSize.width, height: 132 };
export const portraitBox = { width: 128, height: 160 };
const portraitTop = 62;
const portraitPosition = ({ fromRight }: Typesetter) => ({
  x: fromRight ? pageSize.margin : pageSize.width - pageSize.margin - portraitBox.width,
  y: portraitTop,
});
const portraitFrame = 4;

const rect = (x: number, y: number, w: number, h: number, color: string): Content => ({
  canvas: [{ type: 'rect', x: 0, y: 0, w, h, color }],
  absolutePosition: { x, y },
});

function firstPageBackground({ type, pictures, alt }: SheetContext): Content[] {
  const { banner, portrait } = pictures;
  const { x, y } = portraitPosition(type);
  const { width, height } = portraitBox;
  return [
    banner
      ? { image: 'banner', ...bannerBox, absolutePosition: { x: 0, y: 0 } }
      : rect(0, 0, bannerBox.width, bannerBox.height, type.colours.accent),
    ...(portrait
      ? [
          rect(x - portraitFrame, y - portraitFrame, width + 2 * portraitFrame, height + 2 * portraitFrame, '#ffffff'),
          withRole<Content>(
            { image: 'portrait', ...portraitBox, absolutePosition: { x, y } },
            { tag: 'Figure', alt: drawableLine(alt) },
          ),
        ]
      : []),
  ];
}

/** Length from which a title is set smaller. */
const longTitleLetters = 34;

function openingBlock({ type, pictures }: SheetContext, { kicker, title, lede }: Sheet): Content {
  const right = pictures.portrait ? portraitBox.width + 28 : 60;
  const stack = [
    type.text(kicker, { face: 'sansBold', fontSize: 10.5, color: type.colours.link, margin: [0, 0, 0, 3] }),
    type.heading(title, {
      role: { tag: 'H1' },
      face: 'serif',
      fontSize: title.length > longTitleLetters ? 24 : 31,
      lineHeight: 0.95,
      margin: [0, 0, 0, 7],
    }),
    type.text(lede, { face: 'serif', fontSize: 13, lineHeight: 1.1 }),
  ];
  const top = bannerBox.height - pageSize.margin + 22;
  const reach = portraitTop + portraitBox.height + portraitFrame - bannerBox.height;
  return {
    ...sideBySide(
      type,
      [
        { width: pageSize.width - 2 * pageSize.margin - right, stack },
        // Reserves the height of the portrait below the banner.
        { width: '*', stack: [{ text: '', margin: [0, pictures.portrait ? reach - 22 : 0, 0, 0] }] },
      ],
      0,
    ),
    margin: [0, top, 0, 6],
  };
}

const documentInfo = ({ kicker, title, lede, author, changedAt, keywords }: Sheet): TDocumentDefinitions['info'] => ({
  title: drawableLine(`${title}: ${kicker}`),
  author: drawableLine(author),
  subject: drawableLine(lede),
  keywords: drawableLine(keywords.join(', ')),
  creator: 'Greenroom',
  producer: 'Greenroom',
  creationDate: new Date(changedAt),
  modDate: new Date(changedAt),
});

export function buildSheet(context: SheetContext, sheet: Sheet, content: Content[]): TDocumentDefinitions {
  const { small, link, colours, fromRight } = context.type;
  const { author, kicker, dateLine: dated, home } = sheet;
  const foot = [author, kicker, ...(dated ? [dated] : [])].join('  ·  ');
  const pictures = Object.entries(context.pictures).filter(([, picture]) => picture !== undefined);
  return {
    pageSize: 'A4',
    pageMargins: [pageSize.margin, pageSize.margin, pageSize.margin, 62],
    version: '1.7',
    tagged: true,
    subset: 'PDF/UA',
    language: context.language.tag,
    displayTitle: true,
    info: documentInfo(sheet),
    images: Object.fromEntries(pictures.map(([name, picture]: [string, PdfPicture]) => [name, dataUrl(picture)])),
    defaultStyle: { font: 'Sans', fontSize: 9.8, lineHeight: 1.14, color: colours.ink },
    background: (number) =>
      number === 1 ? firstPageBackground(context) : rect(0, 0, pageSize.width, 6, colours.accent),
    footer: (number, count) => {
      // On other pages the footer is decoration, where a screen reader would not find a link.
      const address =
        number === 1 ? link(addressWithoutScheme(home), home, { fontSize: 8.5 }) : small(addressWithoutScheme(home));
      if (number === 1) assignRoles(address, undefined, Number.MAX_SAFE_INTEGER);
      return {
        margin: [pageSize.margin, 18, pageSize.margin, 0],
        ...sideBySide(
          context.type,
          [
            { width: '*', stack: [small(foot), address] },
            { width: 60, stack: [small(`${number} / ${count}`, { alignment: fromRight ? 'left' : 'right' })] },
          ],
          0,
        ),
      };
    },
    content: [openingBlock(context, sheet), ...content],
  };
}
