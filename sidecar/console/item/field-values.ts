// Converts values of an item to form values and back. Values that the schema rejects are returned as typed.
import type { ItemFile } from '#domain/items/item-file.ts';
import { parseTypedInstant, utcTime } from '#domain/instants.ts';
import type { FormValues } from '../page.ts';
import type { ItemField, FieldFormat } from './item-fields.ts';

export interface LinkValue {
  id: string;
  label: string;
  url: string;
}

/** Removes line breaks, as browsers do for single-line fields. */
const oneLine = (text: string): string => text.replace(/\s*[\r\n]\s*/g, ' ').trim();
const manyLines = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

/** Formats an instant in UTC without zero seconds, and without a zero time. */
function formatInstant(instant: string): string {
  if (Number.isNaN(Date.parse(instant))) return instant;
  const [day, time] = utcTime(instant).split(/[TZ]/);
  return time === '00:00:00' ? day! : `${day} ${time!.replace(/:00$/, '')}`;
}

export const itemLinks = ({ item }: ItemFile): LinkValue[] =>
  (item.socialLinks ?? [])
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
    .map(({ id, label, url }) => ({ id: oneLine(id), label: oneLine(label), url: oneLine(url) }));

const serializeLink = ({ id, label, url }: LinkValue): string => JSON.stringify([id, label, url]);

const toList = (value: unknown): string[] => (value ?? []) as string[];
const toText = (value: unknown): string => (value === undefined ? '' : String(value));

/** Formatters of values that are not plain text. */
const formatters: Partial<Record<FieldFormat, (value: unknown) => string[]>> = {
  choices: (value) => toList(value).toSorted(),
  words: (value) => [oneLine(toList(value).join(', '))],
  flag: (value) => [value === true ? 'yes' : ''],
  instant: (value) => [formatInstant(toText(value))],
};

/** Returns the form values of a field as the item has them. */
export function formatFieldValue({ name, format, isLong }: ItemField, file: ItemFile): string[] {
  if (format === 'links') return itemLinks(file).map(serializeLink);
  const value: unknown = name === 'body' ? file.body : file.item[name];
  const formatValue = formatters[format];
  if (formatValue) return formatValue(value);
  return [isLong ? manyLines(toText(value)) : oneLine(toText(value))];
}

/** Returns the links that were typed, without empty lines. */
export const readFormLinks = (form: FormValues, name: string): LinkValue[] =>
  (form[`${name}.url`] ?? [])
    .map((url, at) => ({
      id: oneLine(form[`${name}.id`]?.[at] ?? ''),
      label: oneLine(form[`${name}.label`]?.[at] ?? ''),
      url: oneLine(url),
    }))
    .filter(({ label, url }) => label || url);

/** Returns the submitted values of a field, or undefined if the form lacks it. `offered` lists valid choices. */
export function readFormValues(
  { name, format, isLong }: ItemField,
  form: FormValues,
  offered: string[],
): string[] | undefined {
  if (format === 'links') return form[`${name}.url`] && readFormLinks(form, name).map(serializeLink);
  const formValue = form[name];
  if (!formValue) return undefined;
  if (format === 'choices') return [...new Set(formValue)].filter((value) => offered.includes(value)).sort();
  const last = formValue.at(-1)!;
  return [isLong ? manyLines(last) : oneLine(last)];
}

/** Parsers of form values by format. An empty value removes the field; a list stays as an empty list. */
const parsers: Record<FieldFormat, (typed: string[]) => unknown> = {
  text: ([text]) => text || null,
  words: ([text]) => [...new Set(text!.split(',').map((word) => word.trim().toLowerCase()))].filter(Boolean),
  instant: ([text]) => (text ? parseTypedInstant(text) : null),
  number: ([text]) => (!text ? null : Number.isFinite(Number(text)) ? Number(text) : text),
  choice: ([text]) => text || null,
  flag: ([text]) => (text === 'yes' ? true : null),
  choices: (values) => values,
  links: (links) =>
    links.map((link, at) => {
      const [id, label, url] = JSON.parse(link) as [string, string, string];
      const host = URL.canParse(url) ? new URL(url).hostname : url;
      return { id: id || host, label: label || host, url, sortOrder: at + 1 };
    }),
};

export const parseFieldValue = ({ format }: ItemField, typed: string[]): unknown => parsers[format](typed);
