// Building blocks of PDFs: sections, lists, grids and contacts.
import type { Column, Content, ContentColumns } from 'pdfmake/interfaces';
import { markMirrored, type Role, withRole } from './tags.ts';
import type { Typesetter } from './type.ts';

export const pageSize = { width: 595.28, height: 841.89, margin: 48 };
const labelWidth = 96;

/** JPEG or PNG. */
export type PdfPicture = Buffer;

type Node = { text?: unknown; stack?: unknown[]; columns?: unknown[] };

/** Counts the letters in the longest column, as a measure of height. */
function countLetters(content: unknown): number {
  if (typeof content === 'string') return content.length;
  const sum = (parts: unknown[]) => parts.reduce<number>((total, part) => total + countLetters(part), 0);
  if (Array.isArray(content)) return sum(content);
  const { text = '', stack = [], columns = [] } = content as Node;
  return countLetters(text) + sum(stack) + Math.max(0, ...columns.map(countLetters));
}

const maxUnbreakableLetters = 1000;

/** Keeps content on one page, unless it may be longer than a page, which would cut it off. */
export function keepTogether(content: Content): Content {
  return countLetters(content) > maxUnbreakableLetters ? content : { stack: [content], unbreakable: true };
}

const rule = (lineColor: string): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: pageSize.width - 2 * pageSize.margin, y2: 0, lineWidth: 0.6, lineColor }],
  margin: [0, 12, 0, 9],
});

/** Places columns, given in reading order, side by side. */
export const sideBySide = ({ fromRight }: Typesetter, columns: Column[], columnGap: number): ContentColumns =>
  fromRight ? markMirrored({ columns: columns.toReversed(), columnGap }) : { columns, columnGap };

const labelColumns = (type: Typesetter, label: Content[], stack: Content[]): Content =>
  sideBySide(
    type,
    [
      { width: labelWidth, stack: label },
      { width: '*', stack },
    ],
    20,
  );

/** Maximum length of a title that fits on one line. */
const maxShortTitle = 13;

/**
 * Renders a section: a rule, the heading at the left, and the content at the right. The heading is part of the
 * outline and stays on the same page as the first part of the content.
 */
export function sectionBlock(type: Typesetter, title: string, parts: Content[]): Content[] {
  const { heading, colours } = type;
  const beginning = parts.slice(0, title.length > maxShortTitle ? 2 : 1);
  const rest = parts.slice(beginning.length);
  if (beginning.length === 0) return [];
  const label = heading(title, { face: 'serif', fontSize: 13, lineHeight: 1, color: colours.link });
  const opening = keepTogether([rule(colours.line), labelColumns(type, [label], beginning)]);
  return rest.length > 0 ? [opening, labelColumns(type, [], rest.map(keepTogether))] : [opening];
}

/** Stacks parts with space between them. */
const withSpacing = (parts: Content[], space: number): Content[] =>
  parts.map((part, i) => ({ stack: [part], margin: [0, 0, 0, i === parts.length - 1 ? 0 : space] }));

/** Renders parts as a tagged list. */
export function listBlock(parts: Content[], space: number): Content[] {
  const list: Role = { tag: 'L' };
  return withSpacing(parts, space).map((part) => withRole(part, { tag: 'LBody', in: { tag: 'LI', in: list } }));
}

/** Arranges cells in rows of `perRow`. */
export function gridRows(type: Typesetter, cells: Content[], perRow: number): Content[] {
  const count = Math.ceil(cells.length / perRow);
  const rows = Array.from({ length: count }, (_, row): Content => {
    const columns = Array.from({ length: perRow }, (__, i): Column => {
      return { width: '*', stack: [cells[row * perRow + i] ?? ''] };
    });
    return sideBySide(type, columns, 16);
  });
  return withSpacing(rows, 9);
}

export interface LabelledValues {
  label: string;
  values: (string | undefined)[];
}

export function labelledGrid(type: Typesetter, entries: LabelledValues[]): Content[] {
  const { text, label } = type;
  const cells = entries.flatMap(({ label: name, values }): Content[] => {
    const lines = values.filter((value) => value !== undefined);
    return lines.length > 0 ? [{ stack: [label(name), ...lines.map((line) => text(line))] }] : [];
  });
  return gridRows(type, cells, 2);
}

interface ContactPerson {
  name: string;
  email?: string;
  telephone?: string;
  url?: string;
}

export const contactLines = ({ text, link }: Typesetter, person: ContactPerson | undefined): Content[] =>
  person
    ? [
        text(person.name, { face: 'sansBold' }),
        ...(person.email ? [link(person.email, `mailto:${person.email}`)] : []),
        ...(person.telephone ? [text(person.telephone)] : []),
        ...(person.url ? [link(person.url, person.url)] : []),
      ]
    : [];

export const dataUrl = (picture: PdfPicture): string =>
  `data:image/${picture[0] === 0x89 ? 'png' : 'jpeg'};base64,${picture.toString('base64')}`;
