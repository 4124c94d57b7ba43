// The sheet that every PDF stands on: banner, portrait, title, foot with page numbers, and what the file says of itself.
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import { type Blocks, dataUrl, page, type Picture } from './blocks.ts';

export interface SheetPictures {
  banner?: Picture | undefined;
  portrait?: Picture | undefined;
}

export const bannerBox = { width: page.width, height: 132 };
export const portraitBox = { width: 128, height: 160 };
const frame = 4;
const portraitTop = 62;
const footHeight = 54;

export interface Sheet {
  kicker: string;
  title: string;
  lede: string;
  /** At the foot of each page. */
  foot: string;
  home: string;
  author: string;
  language: string;
  /** RFC 3339: the date of the file is the date of its content, so that the same content gives the same bytes. */
  changedAt: string;
  keywords: string[];
}

const image = (name: string, box: { width: number; height: number }, x: number, y: number): Content => ({
  image: name,
  ...box,
  absolutePosition: { x, y },
});

const rect = (x: number, y: number, w: number, h: number, color: string): Content => ({
  canvas: [{ type: 'rect', x: 0, y: 0, w, h, color }],
  absolutePosition: { x, y },
});

function ground({ colours }: Blocks, { banner, portrait }: SheetPictures): Content[] {
  const x = page.width - page.margin - portraitBox.width;
  return [
    banner ? image('banner', bannerBox, 0, 0) : rect(0, 0, bannerBox.width, bannerBox.height, colours.accent),
    ...(portrait
      ? [
          rect(
            x - frame,
            portraitTop - frame,
            portraitBox.width + 2 * frame,
            portraitBox.height + 2 * frame,
            '#ffffff',
          ),
          image('portrait', portraitBox, x, portraitTop),
        ]
      : []),
  ];
}

function opening(blocks: Blocks, { kicker, title, lede }: Sheet, hasPortrait: boolean): Content {
  const { text, colours } = blocks;
  const width = page.width - 2 * page.margin - (hasPortrait ? portraitBox.width + 28 : 60);
  return {
    columns: [
      {
        width,
        stack: [
          text(kicker, { face: 'sansBold', fontSize: 10.5, color: colours.link, margin: [0, 0, 0, 3] }),
          text(title, {
            face: 'serif',
            fontSize: title.length > 34 ? 24 : 31,
            lineHeight: 0.95,
            color: colours.ink,
            outline: true,
            margin: [0, 0, 0, 7],
          }),
          text(lede, { face: 'serif', fontSize: 13, lineHeight: 1.1, color: colours.ink }),
        ],
      },
    ],
    margin: [0, bannerBox.height - page.margin + 22, 0, 6],
  };
}

export function sheetOf(
  blocks: Blocks,
  sheet: Sheet,
  pictures: SheetPictures,
  content: Content[],
): TDocumentDefinitions {
  const { colours, small, link } = blocks;
  const named = Object.entries(pictures).filter((entry): entry is [string, Picture] => entry[1] !== undefined);
  return {
    pageSize: 'A4',
    pageMargins: [page.margin, page.margin, page.margin, footHeight + 8],
    version: '1.7',
    language: sheet.language,
    displayTitle: true,
    info: {
      title: `${sheet.title}: ${sheet.kicker}`,
      author: sheet.author,
      subject: sheet.lede,
      keywords: sheet.keywords.join(', '),
      creator: 'Greenroom',
      producer: 'Greenroom',
      creationDate: new Date(sheet.changedAt),
      modDate: new Date(sheet.changedAt),
    },
    images: Object.fromEntries(named.map(([name, picture]) => [name, dataUrl(picture)])),
    defaultStyle: { font: 'Sans', fontSize: 9.8, lineHeight: 1.14, color: colours.ink },
    background: (number) => (number === 1 ? ground(blocks, pictures) : rect(0, 0, page.width, 6, colours.accent)),
    footer: (number, count) => ({
      margin: [page.margin, 18, page.margin, 0],
      columns: [
        {
          width: '*',
          stack: [small(sheet.foot), link(sheet.home.replace(/^https?:\/\//, ''), sheet.home, { fontSize: 8.5 })],
        },
        { width: 60, stack: [small(`${number} / ${count}`, { alignment: 'right' })] },
      ],
    }),
    content: [opening(blocks, sheet, pictures.portrait !== undefined), ...content],
  };
}
