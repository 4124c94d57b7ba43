// Drafts: the values of a form in the shape of its schema. They are read from a file or a submitted form, and written
// back into the text of the file. Unchanged values and unknown members keep their bytes.
import type { TSchema } from 'typebox';
import {
  indentLayout,
  type JsonNode,
  type Layout,
  formatList,
  formatObject,
  type ValueText,
} from '../../content/json-text.ts';
import type { FormValues } from '../page.ts';

/** Subset of JSON Schema from which forms are generated. */
export interface FormSchema {
  type?: string;
  description?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  enum?: string[];
  required?: string[];
  properties?: Record<string, FormSchema>;
  patternProperties?: Record<string, FormSchema>;
  items?: FormSchema;
  /** Complete schema of which this one shows a part. */
  whole?: FormSchema;
}

export interface DraftRow {
  /** Index of the row in the file; undefined for a new row. */
  from: number | undefined;
  key: string;
  value: FormDraft;
}
/** Value of a field as text, members, or rows. An empty text means no value. */
export type FormDraft = string | { fields: Record<string, FormDraft> } | { rows: DraftRow[] };

export type SchemaShape = 'object' | 'rows' | 'record' | 'lines' | 'value';

export function schemaShape({ type, items, patternProperties }: FormSchema): SchemaShape {
  if (patternProperties) return 'record';
  if (type === 'object') return 'object';
  if (type !== 'array') return 'value';
  return items?.type === 'string' ? 'lines' : 'rows';
}

export const recordValueSchema = ({ patternProperties }: FormSchema): FormSchema =>
  Object.values(patternProperties!)[0]!;

/** Returns the schema reduced to the members that `paths` name, such as `speaking.bio`. */
export function selectMembers(schema: TSchema, paths: string[]): FormSchema {
  const pick = (whole: FormSchema, names: string[][]): FormSchema => {
    const properties = Object.entries(whole.properties ?? {}).flatMap(([name, member]): [string, FormSchema][] => {
      const inner = names.filter(([first]) => first === name).map(([, ...rest]) => rest);
      if (inner.length === 0) return [];
      return [[name, inner.some((rest) => rest.length === 0) ? member : pick(member, inner)]];
    });
    return { ...whole, properties: Object.fromEntries(properties), whole };
  };
  return pick(
    schema as FormSchema,
    paths.map((path) => path.split('.')),
  );
}

const listMembers = ({ properties = {} }: FormSchema): [string, FormSchema][] => Object.entries(properties);
const listElements = (node: JsonNode | undefined): JsonNode[] => node?.elements ?? [];
const listNames = (node: JsonNode | undefined): string[] => [...new Set(node?.names ?? [])];

const isText = (value: unknown): value is string => typeof value === 'string';

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return isText(value) ? value : typeof value === 'boolean' ? (value ? 'yes' : 'no') : JSON.stringify(value);
}

export function readDraft(schema: FormSchema, node: JsonNode | undefined): FormDraft {
  const shape = schemaShape(schema);
  if (shape === 'object') {
    const members = listMembers(schema).map(([name, one]) => [name, readDraft(one, node?.member(name))] as const);
    return { fields: Object.fromEntries(members) };
  }
  if (shape === 'rows') {
    const rows = listElements(node).map((one, from) => ({ from, key: '', value: readDraft(schema.items!, one) }));
    return { rows };
  }
  if (shape === 'record') {
    const inner = recordValueSchema(schema);
    return { rows: listNames(node).map((key, from) => ({ from, key, value: readDraft(inner, node!.member(key)) })) };
  }
  if (shape === 'lines')
    return listElements(node)
      .map(({ value }) => formatValue(value))
      .join('\n');
  return formatValue(node?.value);
}

/** Limit on the rows of one list. */
const maxRows = 5000;

export const rowOrderField = (name: string): string => `${name}.@`;

export function readFormDraft(schema: FormSchema, form: FormValues, name: string): FormDraft {
  const shape = schemaShape(schema);
  const inside = (member: string) => (name ? `${name}.${member}` : member);
  if (shape === 'object') {
    const members = listMembers(schema);
    return { fields: Object.fromEntries(members.map(([key, one]) => [key, readFormDraft(one, form, inside(key))])) };
  }
  if (shape === 'lines') return (form[name] ?? []).join('\n').trim();
  if (shape === 'value') return form[name]?.at(-1) ?? '';
  const inner = shape === 'record' ? recordValueSchema(schema) : schema.items!;
  const rows = (form[rowOrderField(name)] ?? []).slice(0, maxRows).flatMap((entry): DraftRow[] => {
    const [, slot, from] = /^(\d{1,5}):(\d{0,5})$/.exec(entry) ?? [];
    if (slot === undefined) return [];
    const row = inside(slot);
    const value = readFormDraft(inner, form, shape === 'record' ? `${row}.value` : row);
    return [{ from: from ? Number(from) : undefined, key: form[`${row}.key`]?.[0]?.trim() ?? '', value }];
  });
  return { rows };
}

export const isEmptyDraft = (draft: FormDraft): boolean => {
  if (isText(draft)) return draft.trim() === '';
  if ('rows' in draft) return draft.rows.length === 0;
  return Object.values(draft.fields).every(isEmptyDraft);
};

/** Removes rows that were added and left empty. */
export function withoutEmptyRows(draft: FormDraft): FormDraft {
  if (isText(draft)) return draft;
  if ('fields' in draft) {
    return {
      fields: Object.fromEntries(Object.entries(draft.fields).map(([name, one]) => [name, withoutEmptyRows(one)])),
    };
  }
  const rows = draft.rows.filter(({ from, key, value }) => from !== undefined || key !== '' || !isEmptyDraft(value));
  return { rows: rows.map((row) => ({ ...row, value: withoutEmptyRows(row.value) })) };
}

/** Compares the values, ignoring their rows in the file. */
export function isSameDraft(one: FormDraft, other: FormDraft): boolean {
  const plain = (draft: FormDraft) =>
    JSON.stringify(draft, (name, value: unknown) => (name === 'from' ? undefined : value));
  return plain(one) === plain(other);
}

/** Parses a form value. Invalid numbers stay text, so that the schema reports them. */
function parseFormValue({ type }: FormSchema, typed: string): string | number | boolean {
  const text = typed.trim();
  if (type === 'boolean') return text === 'yes' ? true : text === 'no' ? false : text;
  if (type !== 'number' && type !== 'integer') return text;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Returns the JSON for a required member that the form leaves empty, or undefined if an empty value is invalid. */
function emptyRequiredValue(schema: FormSchema): ValueText {
  const { type, format, pattern, minLength = 0 } = schema;
  if (type === 'array') return '[]';
  if (type === 'boolean') return 'false';
  return type === 'string' && !schema.enum && !format && !pattern && minLength === 0 ? '""' : undefined;
}

/** Returns the JSON text of a draft, or undefined if it is empty. */
export function serializeDraft(
  schema: FormSchema,
  draft: FormDraft,
  node: JsonNode | undefined,
  layout: Layout,
): ValueText {
  if (node ? isSameDraft(draft, readDraft(schema, node)) && hasUnmovedRows(draft) : isEmptyDraft(draft))
    return node?.text;
  const shape = schemaShape(schema);
  if (shape === 'lines') return serializeLines(draft as string, node, layout);
  if (isText(draft)) return draft.trim() === '' ? undefined : JSON.stringify(parseFormValue(schema, draft));
  if ('fields' in draft) return serializeObject(schema, draft.fields, node, layout);
  return shape === 'record'
    ? serializeRecord(schema, draft.rows, node, layout)
    : serializeRows(schema, draft.rows, node, layout);
}

/** Returns true if all rows are in their places. Rows that look alike may differ in members that the form hides. */
function hasUnmovedRows(draft: FormDraft): boolean {
  if (isText(draft)) return true;
  if ('fields' in draft) return Object.values(draft.fields).every(hasUnmovedRows);
  return draft.rows.every(({ from, value }, at) => from === at && hasUnmovedRows(value));
}

function serializeLines(text: string, node: JsonNode | undefined, layout: Layout): string {
  const before = [...listElements(node)];
  const texts = text.split('\n').flatMap((line): string[] => {
    const trimmedLine = line.trim();
    if (trimmedLine === '') return [];
    const at = before.findIndex(({ value }) => isText(value) && value.trim() === trimmedLine);
    return [at < 0 ? JSON.stringify(trimmedLine) : before.splice(at, 1)[0]!.text];
  });
  return node ? node.withElements(texts, layout) : formatList(texts, layout);
}

function serializeRows({ items }: FormSchema, rows: DraftRow[], node: JsonNode | undefined, layout: Layout): string {
  const before = listElements(node);
  const texts = rows.flatMap(({ from, value }) => {
    const old = from === undefined ? undefined : before[from];
    return serializeDraft(items!, value, old, indentLayout(layout)) ?? [];
  });
  return node ? node.withElements(texts, layout) : formatList(texts, layout);
}

function serializeRecord(schema: FormSchema, rows: DraftRow[], node: JsonNode | undefined, layout: Layout): string {
  const inner = recordValueSchema(schema);
  const names = listNames(node);
  const texts = rows.flatMap(({ from, key, value }): [string, string][] => {
    const old = from === undefined ? undefined : node?.member(names[from] ?? '');
    // A name without a value is reported as a mistake instead of being dropped.
    const text = serializeDraft(inner, value, old, indentLayout(layout)) ?? (key === '' ? undefined : '""');
    return text === undefined ? [] : [[key, text]];
  });
  if (!node) return formatObject(texts, layout);
  const removedNames = names.map((name): [string, ValueText] => [name, undefined]);
  return node.withMembers(new Map<string, ValueText>([...removedNames, ...texts]), layout);
}

function serializeObject(
  schema: FormSchema,
  fields: Record<string, FormDraft>,
  node: JsonNode | undefined,
  layout: Layout,
): ValueText {
  const inner = indentLayout(layout);
  const object = node?.isObject ? node : undefined;
  const texts = new Map<string, ValueText>();
  for (const [name, member] of listMembers(schema))
    texts.set(name, serializeDraft(member, fields[name] ?? '', object?.member(name), inner));
  const hasValue = [...texts.values()].some((text) => text !== undefined);
  const hasOtherMembers = object?.names.some((name) => !texts.has(name));
  if (!hasValue && !hasOtherMembers) return undefined;
  fillRequiredMembers(schema, texts, object === undefined);
  return object ? object.withMembers(texts, layout) : formatObject(definedMembers(texts), layout);
}

/** Fills required members that are empty. A new object needs them all, an existing one those that the form shows. */
function fillRequiredMembers(schema: FormSchema, texts: Map<string, ValueText>, isNew: boolean): void {
  const { required = [], properties } = schema.whole ?? schema;
  for (const name of required)
    if ((isNew || texts.has(name)) && texts.get(name) === undefined)
      texts.set(name, emptyRequiredValue(properties![name]!));
}

const definedMembers = (texts: Map<string, ValueText>): [string, string][] =>
  [...texts].flatMap(([name, text]): [string, string][] => (text === undefined ? [] : [[name, text]]));
