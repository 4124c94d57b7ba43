// The parts that every PDF is set from: text in a face that has its letters, sections, pairs, pictures, links.
import type { Content, ContentText } from 'pdfmake/interfaces';
import type { MediaKit } from '#contract/schemas/press.ts';
import type { Palette } from '../palette.ts';
import type { Face, Faces, Run } from './faces.ts';

export const page = { width: 595.28, height: 841.89, margin: 48 };
const labelWidth = 96;
const gap = 20;
export const textWidth = page.width - 2 * page.margin - labelWidth - gap;

export interface Picture {
  /** JPEG or PNG. */
  bytes: Buffer;
  width: number;
  height: number;
}

export type Style = Omit<ContentText, 'text'> & { face?: Face; width?: 'auto' };

const fontOf: Record<Face, object> = {
  serif: { font: 'Serif' },
  serifItalic: { font: 'Serif', italics: true },
  sans: { font: 'Sans' },
  sansBold: { font: 'Sans', bold: true },
};
const inline = ({ face, text }: Run) => ({ text, ...fontOf[face] });

/** Characters of a paragraph that is kept on one page; one that is longer than a page must be broken. */
const wholeUpTo = 1200;

const rule = (lineColor: string): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: page.width - 2 * page.margin, y2: 0, lineWidth: 0.6, lineColor }],
  margin: [0, 12, 0, 9],
});

/** Only what a reader may follow safely. */
const isLink = (url: string): boolean => /^(https?:\/\/|mailto:)/i.test(url);

type PressContact = NonNullable<MediaKit['pressContact']>;

export type Blocks = ReturnType<typeof blocksOf>;

/** `missing` gathers the letters that no face has. */
export function blocksOf(faces: Faces, colours: Palette, missing: Set<string>) {
  const text = (words: string, { face = 'sans', ...style }: Style = {}): Content => ({
    text: faces.runs(words, face, missing).map(inline),
    ...style,
  });
  const paragraphs = (words: string, style: Style = {}): Content[] =>
    words
      .split(/\n{2,}/)
      .filter((paragraph) => paragraph.trim())
      .map((paragraph) =>
        text(paragraph, { margin: [0, 0, 0, 6], unbreakable: paragraph.length < wholeUpTo, ...style }),
      );
  const link = (label: string, url: string, style: Style = {}): Content =>
    isLink(url) ? text(label, { color: colours.link, link: url, ...style }) : text(label, style);
  const label = (words: string): Content =>
    text(words, { face: 'sansBold', fontSize: 8.5, color: colours.muted, margin: [0, 0, 0, 2] });
  const small = (words: string, style: Style = {}): Content =>
    text(words, { fontSize: 8.5, color: colours.muted, ...style });

  /**
   * A rule, the heading at the left, and at the right what it stands for. The heading is in the outline, and never stands
   * at the foot of a page without the first of its parts.
   */
  const section = (title: string, parts: Content[]): Content[] => {
    const [first, ...rest] = parts;
    if (!first) return [];
    const heading = text(title, { face: 'serif', fontSize: 13, lineHeight: 1, color: colours.link, outline: true });
    const beside = (label: Content[], stack: Content[]): Content => ({
      columns: [
        { width: labelWidth, stack: label },
        { width: '*', stack },
      ],
      columnGap: gap,
    });
    return [
      { stack: [rule(colours.line), beside([heading], [first])], unbreakable: true },
      ...(rest.length > 0 ? [beside([], rest)] : []),
    ];
  };
  const contact = (person: PressContact | undefined): Content[] =>
    person
      ? [
          {
            stack: [
              text(person.name, { face: 'sansBold' }),
              link(person.email, `mailto:${person.email}`),
              ...(person.url ? [link(person.url, person.url)] : []),
            ],
          },
        ]
      : [];
  const pairs = (entries: { label: string; values: (string | undefined)[] }[]): Content[] => {
    const cells = entries.flatMap(({ label: name, values }): Content[] => {
      const lines = values.filter((value) => value !== undefined);
      return lines.length > 0 ? [{ stack: [label(name), ...lines.map((line) => text(line))] }] : [];
    });
    return rowsOf(cells, 2);
  };
  return { colours, text, paragraphs, link, label, small, section, pairs, contact };
}

/** Cells side by side, so many to a row, each row kept together. */
export function rowsOf(cells: Content[], perRow: number): Content[] {
  const rows = Array.from({ length: Math.ceil(cells.length / perRow) }, (_, i) =>
    cells.slice(i * perRow, (i + 1) * perRow),
  );
  return rows.map((row, i) => ({
    columns: [...row, ...Array.from({ length: perRow - row.length }, () => ({ text: '' }))].map((cell) => ({
      width: '*',
      stack: [cell],
    })),
    columnGap: 16,
    margin: [0, 0, 0, i === rows.length - 1 ? 0 : 9],
    unbreakable: true,
  }));
}

export const dataUrl = ({ bytes }: Picture): string =>
  `data:image/${bytes[0] === 0x89 ? 'png' : 'jpeg'};base64,${bytes.toString('base64')}`;
