// Builds the fields of a form from a schema and a draft.
import { pictureFilePattern } from '#contract/schemas/kit.ts';
import { type FormDraft, type FormSchema, schemaShape, recordValueSchema } from './draft.ts';
import type { PictureSize } from './picture-views.ts';
import { printPixels } from '../today/checklist.ts';
import { choiceLabels, fileFieldLabel, resourceLabels, rowLabels, textAreaRows } from './labels.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

export type InputKind =
  'line' | 'lines' | 'choice' | 'choices' | 'flag' | 'day' | 'mail' | 'web' | 'number' | 'colour' | 'picture';

export interface FileField {
  name: string;
  label: string;
  help?: string;
  problem?: string;
  isRequired?: boolean;
  /** Input of a single value. Fields without one have members or rows. */
  input?: {
    kind: InputKind;
    value: string;
    lines: number;
    options: { value: string; label: string; isChosen: boolean }[];
    /** Size of the selected picture. */
    picture?: {
      width: number;
      height: number;
      note: ConsoleMessage;
      isSmall: boolean;
      inPrint: { width: number; height: number };
    };
  };
  members?: FileField[];
  rows?: { slot: number; from: string; label: string; fields: FileField[] }[];
  /** Label of one row. */
  rowLabel?: string;
  canAdd?: boolean;
}

export interface FieldContext {
  /** Problems by field name. */
  problems: Map<string, string>;
  keepsRows: boolean;
  /** Names of the pictures in content/media. */
  pictures: string[];
  facts: Map<string, PictureSize>;
}

/** Inputs of single values. The first rule that applies determines the input. */
const inputRules: [InputKind, (schema: FormSchema) => boolean | undefined][] = [
  ['choice', (schema) => schema.enum !== undefined],
  ['flag', ({ type }) => type === 'boolean'],
  ['number', ({ type }) => type === 'number' || type === 'integer'],
  ['day', ({ format }) => format === 'date'],
  ['mail', ({ format }) => format === 'email'],
  ['web', ({ format, pattern }) => format === 'uri' || pattern?.startsWith('^https?')],
  ['colour', ({ pattern }) => pattern?.includes('{6}')],
  ['picture', ({ pattern }) => pattern === pictureFilePattern],
];

function inputKindFor(schema: FormSchema, isMany: boolean): InputKind {
  if (isMany) return schema.items!.enum ? 'choices' : 'lines';
  return inputRules.find(([, applies]) => applies(schema))?.[0] ?? 'line';
}

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** Returns true for pictures that the press prints. */
const isPrinted = (path: string): boolean => /^(portrait|headshots)\./.test(path);
const centimetres = (pixels: number): number => Math.round((pixels / 300) * 2.54);

const drawing: ConsoleMessage = '{width} × {height} pixels, scalable to any size';
const printed: ConsoleMessage = '{width} × {height} pixels: {across} × {down} cm in print';
const smallForPrint: ConsoleMessage =
  '{width} × {height} pixels: {across} × {down} cm in print. For print, the longer side should have {enough} pixels.';

function describePicture(path: string, facts: PictureSize | undefined) {
  if (!facts) return undefined;
  const { width, height, isDrawing } = facts;
  const inPrint = { width: centimetres(width), height: centimetres(height) };
  if (isDrawing) return { width, height, inPrint, note: drawing, isSmall: false };
  const isSmall = isPrinted(path) && Math.max(width, height) < printPixels;
  return { width, height, inPrint, note: isSmall ? smallForPrint : printed, isSmall };
}

type InputOption = { value: string; label: string };

/** Returns the options of an input. A current value that is no longer offered stays available. */
function listOptions(schema: FormSchema, kind: InputKind, value: string, path: string, pictures: string[]) {
  if (kind === 'flag') return yesNo;
  const values = schema.enum ?? schema.items?.enum ?? [];
  const enumOptions = values.map((one): InputOption => ({
    value: one,
    label: choiceLabels[`${path.split('.').at(-1)}.${one}`] ?? choiceLabels[one] ?? one,
  }));
  const suggestions = kind === 'picture' ? pictures : path === 'timeZone' ? Intl.supportedValuesOf('timeZone') : [];
  const options = [...enumOptions, ...suggestions.map((one): InputOption => ({ value: one, label: one }))];
  const isUnknown = kind === 'choice' && value !== '' && !options.some((one) => one.value === value);
  return isUnknown ? [...options, { value, label: value }] : options;
}

function buildInput(
  schema: FormSchema,
  value: string,
  path: string,
  { pictures, facts }: FieldContext,
): FileField['input'] {
  const isMany = schemaShape(schema) === 'lines';
  const kind = inputKindFor(schema, isMany);
  const values = isMany ? value.split('\n') : [value];
  const options = listOptions(schema, kind, value, path, pictures);
  const picture = kind === 'picture' ? describePicture(path, facts.get(value)) : undefined;
  return {
    kind,
    ...(picture && { picture }),
    value,
    lines: isMany ? Math.min(12, Math.max(3, values.length + 1)) : textAreaRows(path),
    options: options.map((one) => ({ ...one, isChosen: values.includes(one.value) })),
  };
}

const joinPath = (name: string, member: string): string => (name ? `${name}.${member}` : member);

function buildRows(
  schema: FormSchema,
  draft: FormDraft,
  name: string,
  path: string,
  context: FieldContext,
): FileField['rows'] {
  const isRecord = schemaShape(schema) === 'record';
  const inner = isRecord ? recordValueSchema(schema) : schema.items!;
  return (draft as { rows: { from?: number; key: string; value: FormDraft }[] }).rows.map(
    ({ from, key, value }, slot) => {
      const row = joinPath(name, String(slot));
      const fields = isRecord
        ? buildRecordFields(inner, { key, value }, { name, row, path }, context)
        : buildFields(inner, value, row, path, context);
      const isFilled = ({ input }: FileField) => Boolean(input?.value);
      const title =
        fields.find((one) => isFilled(one) && /\.(label|title|name)$/.test(one.name)) ?? fields.find(isFilled);
      const { value: titleValue = '', options = [] } = title?.input ?? {};
      return {
        slot,
        from: from === undefined ? '' : String(from),
        label: options.find((option) => option.value === titleValue)?.label ?? titleValue.slice(0, 80),
        fields,
      };
    },
  );
}

function buildRecordFields(
  inner: FormSchema,
  { key, value }: { key: string; value: FormDraft },
  { name, row, path }: { name: string; row: string; path: string },
  context: FieldContext,
): FileField[] {
  const options = Object.entries(resourceLabels).map(([value, label]) => ({ value, label, isChosen: false }));
  const problem = context.problems.get(joinPath(name, key));
  return [
    {
      name: `${row}.key`,
      label: 'Product',
      help: 'Choose a product, or enter “article:” and the id from the address of a text.',
      isRequired: true,
      input: { kind: 'line', value: key, lines: 1, options },
      ...(problem && { problem }),
    },
    {
      name: `${row}.value`,
      label: 'Satoshis',
      isRequired: true,
      input: buildInput(inner, value as string, path, context),
    },
  ];
}

/** Returns a description, unless it only repeats the label, such as “Title of the talk.”. */
const usefulHelp = ({ description = '', pattern }: FormSchema, label: string): string => {
  if (pattern === pictureFilePattern) return 'Choose one of your uploaded pictures.';
  return description === `${label}.` || /^\w+ of (the|a) \w+\.$/.test(description) ? '' : description;
};

function describeField(schema: FormSchema, label: string, isMany: boolean): string {
  const { items } = schema;
  const lines = isMany && !items!.enum ? `One per line. ${usefulHelp(items!, label)}` : '';
  return `${usefulHelp(schema, label)} ${lines}`.trim();
}

function buildFileField(
  schema: FormSchema,
  draft: FormDraft,
  name: string,
  path: string,
  context: FieldContext,
): FileField {
  const problem = context.problems.get(name);
  const label = fileFieldLabel(path);
  const shape = schemaShape(schema);
  const help = describeField(schema, label, shape === 'lines');
  const base: FileField = { name, label, ...(help && { help }), ...(problem && { problem }) };
  if (shape === 'object') return { ...base, members: buildFields(schema, draft, name, path, context) };
  if (shape === 'lines' || shape === 'value')
    return { ...base, input: buildInput(schema, draft as string, path, context) };
  const rows = buildRows(schema, draft, name, path, context)!;
  return { ...base, rows, rowLabel: rowLabels[path] ?? 'Entry', canAdd: !context.keepsRows };
}

export const buildFields = (
  schema: FormSchema,
  draft: FormDraft,
  name: string,
  path: string,
  context: FieldContext,
): FileField[] =>
  Object.entries(schema.properties ?? {}).map(([member, inner]) => {
    const value = (draft as { fields: Record<string, FormDraft> }).fields[member] ?? '';
    const isRequired = (schema.required ?? []).includes(member);
    const field = buildFileField(inner, value, joinPath(name, member), joinPath(path, member), context);
    return { ...field, ...(isRequired && { isRequired }) };
  });

const firstInput = (fields: FileField[]): string | undefined => {
  const [first] = fields;
  return first && (first.input || !first.members ? first.name : firstInput(first.members));
};

/** Returns the field that gets the focus: the first one of a row, or the list itself. */
export function findFocusField(fields: FileField[], place: string): string | undefined {
  for (const { name, members = [], rows = [] } of fields) {
    if (name === place) return name;
    const row = rows.find(({ slot }) => joinPath(name, String(slot)) === place);
    const inner = rows.flatMap((one) => one.fields);
    const focusField = row ? firstInput(row.fields) : (findFocusField(members, place) ?? findFocusField(inner, place));
    if (focusField) return focusField;
  }
  return undefined;
}
