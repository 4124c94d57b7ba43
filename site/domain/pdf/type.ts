// Text as a PDF sets it: in a face that has its letters, in the room's colours, with links that are safe to follow.
import type { Content, ContentText } from 'pdfmake/interfaces';
import type { Palette } from '../palette/palette.ts';
import { type Face, type Faces, plain, type Run, scriptFaces } from './faces.ts';

export type Style = Omit<ContentText, 'text'> & { face?: Face; width?: 'auto' };

const fontOf: Record<Face, object> = {
  serif: { font: 'Serif' },
  serifItalic: { font: 'Serif', italics: true },
  sans: { font: 'Sans' },
  sansBold: { font: 'Sans', bold: true },
  ...(Object.fromEntries(scriptFaces.map((face) => [face, { font: face }])) as Record<
    (typeof scriptFaces)[number],
    object
  >),
};
const inline = ({ face, text }: Run) => ({ text, ...fontOf[face] });

const isLink = (url: string): boolean => /^(https?:\/\/|mailto:)/i.test(url);

/** An address as people say it. */
export const spoken = (url: string): string => url.replace(/^https?:\/\//, '');

export type Type = ReturnType<typeof typeOf>;

/** `missing` gathers the letters that no face has. */
export function typeOf(faces: Faces, colours: Palette, missing: Set<string>) {
  const text = (words: string, { face = 'sans', ...style }: Style = {}): Content => ({
    text: faces.runs(words, face, missing).map(inline),
    ...style,
  });
  return {
    colours,
    text,
    link: (words: string, url: string, style: Style = {}): Content =>
      isLink(url) ? text(words, { color: colours.link, link: url, ...style }) : text(words, style),
    /** Stands in the outline, too. */
    heading: (words: string, style: Style): Content =>
      text(words, { ...style, outline: true, outlineText: plain(words) }),
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
