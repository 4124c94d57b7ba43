// The fields of a form as the page shows them, made of a schema and what the form holds.
import { type Draft, type Schema, shapeOf, valueSchema } from './draft.ts';
import type { PictureFacts } from './pictures-shown.ts';
import { printPixels } from '../today/checklist.ts';
import { choiceLabels, labelOf, linesOf, rowLabels } from './labels.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

export type Kind =
  'line' | 'lines' | 'choice' | 'choices' | 'flag' | 'day' | 'mail' | 'web' | 'number' | 'colour' | 'picture';

export interface ShownField {
  name: string;
  label: string;
  help?: string;
  problem?: string;
  isRequired?: boolean;
  /** What it is filled in with: a value, members, or rows. */
  input?: {
    kind: Kind;
    value: string;
    lines: number;
    options: { value: string; label: string; isChosen: boolean }[];
    /** What lies there under the name. */
    picture?: {
      width: number;
      height: number;
      note: ConsoleMessage;
      isSmall: boolean;
      inPrint: { width: number; height: number };
    };
  };
  members?: ShownField[];
  rows?: { slot: number; from: string; label: string; fields: ShownField[] }[];
  /** One of the rows. */
  rowLabel?: string;
  canAdd?: boolean;
}

export interface Around {
  /** By the name of the field. */
  problems: Map<string, string>;
  keepsRows: boolean;
  /** Files of content/media. */
  pictures: string[];
  facts: Map<string, PictureFacts>;
  /** Names on offer in a record. */
  names: string[];
}

function kindOf(schema: Schema, isMany: boolean): Kind {
  const { type, format, pattern = '', description = '' } = isMany ? schema.items! : schema;
  if (isMany) return schema.items!.enum ? 'choices' : 'lines';
  if (schema.enum) return 'choice';
  if (type === 'boolean') return 'flag';
  if (type === 'number' || type === 'integer') return 'number';
  if (format === 'date') return 'day';
  if (format === 'email') return 'mail';
  if (format === 'uri' || pattern.startsWith('^https?')) return 'web';
  if (pattern.includes('{6}')) return 'colour';
  return description.includes('content/media') ? 'picture' : 'line';
}

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** Of those that the press prints. */
const isPrinted = (path: string): boolean => /^(portrait|headshots)\./.test(path);
const centimetres = (pixels: number): number => Math.round((pixels / 300) * 2.54);

const drawing: ConsoleMessage = '{width} × {height} pixels, a drawing: any size';
const printed: ConsoleMessage = '{width} × {height} pixels: {across} × {down} cm in print';
const smallForPrint: ConsoleMessage =
  '{width} × {height} pixels: {across} × {down} cm in print. That is small for print: the longer side should have {enough} pixels.';

function pictureOf(path: string, facts: PictureFacts | undefined) {
  if (!facts) return undefined;
  const { width, height, isDrawing } = facts;
  const inPrint = { width: centimetres(width), height: centimetres(height) };
  if (isDrawing) return { width, height, inPrint, note: drawing, isSmall: false };
  const isSmall = isPrinted(path) && Math.max(width, height) < printPixels;
  return { width, height, inPrint, note: isSmall ? smallForPrint : printed, isSmall };
}

function inputOf(schema: Schema, value: string, path: string, { pictures, facts }: Around): ShownField['input'] {
  const isMany = shapeOf(schema) === 'lines';
  const kind = kindOf(schema, isMany);
  const values = isMany ? value.split('\n') : [value];
  const named = (schema.enum ?? schema.items?.enum ?? []).map((one) => ({
    value: one,
    label: choiceLabels[one] ?? one,
  }));
  const plain = kind === 'picture' ? pictures : path === 'timeZone' ? Intl.supportedValuesOf('timeZone') : [];
  const offered = kind === 'flag' ? yesNo : [...named, ...plain.map((one) => ({ value: one, label: one }))];
  const unknown = kind === 'choice' && value !== '' && !offered.some((one) => one.value === value);
  const all = unknown ? [...offered, { value, label: value }] : offered;
  const picture = kind === 'picture' ? pictureOf(path, facts.get(value)) : undefined;
  return {
    kind,
    ...(picture && { picture }),
    value,
    lines: isMany ? Math.min(12, Math.max(3, values.length + 1)) : linesOf(path),
    options: all.map((one) => ({ ...one, isChosen: values.includes(one.value) })),
  };
}

const joined = (name: string, member: string): string => (name ? `${name}.${member}` : member);

function rowsOf(schema: Schema, draft: Draft, name: string, path: string, around: Around): ShownField['rows'] {
  const isRecord = shapeOf(schema) === 'record';
  const inner = isRecord ? valueSchema(schema) : schema.items!;
  return (draft as { rows: { from?: number; key: string; value: Draft }[] }).rows.map(({ from, key, value }, slot) => {
    const row = joined(name, String(slot));
    const fields = isRecord
      ? recordFields(inner, { key, value }, { name, row, path }, around)
      : membersOf(inner, value, row, path, around);
    const title = fields.find(({ input }) => input?.value)?.input?.value ?? '';
    return { slot, from: from === undefined ? '' : String(from), label: title.slice(0, 80), fields };
  });
}

function recordFields(
  inner: Schema,
  { key, value }: { key: string; value: Draft },
  { name, row, path }: { name: string; row: string; path: string },
  around: Around,
): ShownField[] {
  const options = around.names.map((one) => ({ value: one, label: one, isChosen: false }));
  const problem = around.problems.get(joined(name, key));
  return [
    {
      name: `${row}.key`,
      label: 'What',
      input: { kind: 'line', value: key, lines: 1, options },
      ...(problem && { problem }),
    },
    { name: `${row}.value`, label: 'Satoshis', input: inputOf(inner, value as string, path, around) },
  ];
}

function fieldOf(schema: Schema, draft: Draft, name: string, path: string, around: Around): ShownField {
  const { description } = schema;
  const problem = around.problems.get(name);
  const label = labelOf(path);
  // The name may say it all.
  const help = description?.replace('.', '') === label ? undefined : description;
  const base: ShownField = { name, label, ...(help && { help }), ...(problem && { problem }) };
  const shape = shapeOf(schema);
  if (shape === 'object') return { ...base, members: membersOf(schema, draft, name, path, around) };
  if (shape === 'lines') {
    const items = schema.items!.description;
    const about = [help, items && !schema.items!.enum ? `One a line. ${items}` : ''].filter(Boolean).join(' ');
    return { ...base, ...(about && { help: about }), input: inputOf(schema, draft as string, path, around) };
  }
  if (shape === 'value') return { ...base, input: inputOf(schema, draft as string, path, around) };
  const rows = rowsOf(schema, draft, name, path, around)!;
  return { ...base, rows, rowLabel: rowLabels[path] ?? 'Entry', canAdd: !around.keepsRows };
}

export const membersOf = (schema: Schema, draft: Draft, name: string, path: string, around: Around): ShownField[] =>
  Object.entries(schema.properties ?? {}).map(([member, inner]) => {
    const value = (draft as { fields: Record<string, Draft> }).fields[member] ?? '';
    const isRequired = (schema.required ?? []).includes(member);
    const field = fieldOf(inner, value, joined(name, member), joined(path, member), around);
    return { ...field, ...(isRequired && { isRequired }) };
  });

const firstInput = (fields: ShownField[]): string | undefined => {
  const [first] = fields;
  return first && (first.input || !first.members ? first.name : firstInput(first.members));
};

/** The field where the keyboard goes on: the first one of a row, or the list itself, whose button adds to it. */
export function focusIn(fields: ShownField[], place: string): string | undefined {
  for (const { name, members = [], rows = [] } of fields) {
    if (name === place) return name;
    const row = rows.find(({ slot }) => joined(name, String(slot)) === place);
    const inner = rows.flatMap((one) => one.fields);
    const found = row ? firstInput(row.fields) : (focusIn(members, place) ?? focusIn(inner, place));
    if (found) return found;
  }
  return undefined;
}
