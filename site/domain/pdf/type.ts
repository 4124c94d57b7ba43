// Typesetting of PDFs: chooses faces for letters, uses the room's colours, and allows only safe links.
import type { Content, ContentText } from 'pdfmake/interfaces';
import type { Palette } from '../palette/palette.ts';
import { hasRightToLeft, isRightToLeft, visualOrder } from '../text/bidi.ts';
import { type Role, withRole } from './tags.ts';
import { type Face, type Faces, drawableLine, type TextRun, scriptFaces } from './faces.ts';

export type Style = Omit<ContentText, 'text'> & { face?: Face; width?: 'auto'; role?: Role };

const fontStyles: Record<Face, object> = {
  serif: { font: 'Serif' },
  serifItalic: { font: 'Serif', italics: true },
  sans: { font: 'Sans' },
  sansBold: { font: 'Sans', bold: true },
  ...(Object.fromEntries(scriptFaces.map((face) => [face, { font: face }])) as Record<
    (typeof scriptFaces)[number],
    object
  >),
};
type Inline = { text: string };
const inline = ({ face, text }: TextRun): Inline => ({ text, ...fontStyles[face] });

const isLink = (url: string): boolean => /^(https?:\/\/|mailto:)/i.test(url);

export const addressWithoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');

/** Default size. pdfmake sets words from left to right, so right-to-left lines are broken and reversed beforehand. */
const defaultFontSize = 9.8;
/** Line width that fits all but the smallest columns. */
const lineWidth = 320;

interface Setting {
  faces: Faces;
  missing: Set<string>;
  fontSize: number;
}

function linesFromTheRight(words: string, face: Face, { faces, missing, fontSize }: Setting): Inline[] {
  const measureWidth = (text: string) =>
    faces.runs(text, face).reduce((sum, run) => {
      const font = faces.font(run.face);
      return sum + (font.layout(run.text).advanceWidth / font.unitsPerEm) * fontSize;
    }, 0);
  const lines = [''];
  for (const word of drawableLine(words).split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (lines.at(-1) === '' || measureWidth(longer) <= lineWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.flatMap((line, at) => {
    const runs = visualOrder(line).flatMap((word) => {
      const parts = faces.runs(word, face, missing);
      return (isRightToLeft(word) ? parts.reverse() : parts).map(inline);
    });
    return at < lines.length - 1 ? [...runs, { text: '\n' }] : runs;
  });
}

export type Typesetter = ReturnType<typeof createTypesetter>;

/** Creates a typesetter. `missing` collects the letters that no face contains. */
export function createTypesetter(faces: Faces, colours: Palette, missing: Set<string>, fromRight = false) {
  const toRight = { alignment: 'right' } as const;
  const text = (words: string, { face = 'sans', ...style }: Style = {}): Content => {
    if (!hasRightToLeft(words))
      return { text: faces.runs(words, face, missing).map(inline), ...(fromRight && toRight), ...style };
    const lines = linesFromTheRight(words, face, { faces, missing, fontSize: style.fontSize ?? defaultFontSize });
    const role: Role = { tag: 'P', ...style.role, actual: drawableLine(words) };
    return withRole<Content>({ text: lines, ...((fromRight || isRightToLeft(words)) && toRight), ...style }, role);
  };
  return {
    colours,
    /** True if the first column is at the right. */
    fromRight,
    text,
    link: (words: string, url: string, style: Style = {}): Content =>
      isLink(url) ? text(words, { color: colours.link, link: url, ...style }) : text(words, style),
    /** Renders a heading that is also part of the outline. */
    heading: (words: string, style: Style): Content =>
      text(words, { role: { tag: 'H2' }, ...style, outline: true, outlineText: drawableLine(words) }),
    subheading: (words: string, style: Style): Content => text(words, { role: { tag: 'H3' }, ...style }),
    small: (words: string, style: Style = {}): Content =>
      text(words, { fontSize: 8.5, color: colours.muted, ...style }),
    label: (words: string): Content =>
      text(words, { face: 'sansBold', fontSize: 8.5, color: colours.muted, margin: [0, 0, 0, 2] }),
    paragraphs: (words: string): Content[] =>
      words
        .split(/\n{2,}/)
        .filter((paragraph) => paragraph.trim())
        .map((paragraph) => text(paragraph, { margin: [0, 0, 0, 6] })),
  };
}
