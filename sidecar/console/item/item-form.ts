// The form of an item: its fields as they stand or as they were typed, and what was typed as a change of the item.
import type { Creator } from '#contract/schemas/content-files.ts';
import { StoredItem } from '#contract/schemas/stored-item.ts';
import { checker, type SchemaProblem } from '#contract/validation.ts';
import type { FieldGroup, FieldKind, FormField } from './model.ts';
import type { ItemFile } from '#domain/items/item-file.ts';
import type { ItemChange } from '../../content/review.ts';
import type { FormValues } from '../page.ts';
import { translateProblem } from '../messages/problems.ts';
import type { ConsoleTranslate } from '../messages/messages.ts';
import { groupsOf, type ItemField, labelOf } from './item-fields.ts';
import { linksOf, typedLinks, typedOf, valueOf, writtenOf } from './written-values.ts';

/** Encoded for a form, every character may become nine; a form may have 4 MiB. */
export const longestTextEdited = 400_000;
/** Lines for links that are still to come. */
const emptyLinks = 2;

const checkItem = checker(StoredItem);

export interface FieldProblem {
  name?: string;
  text: string;
}

export interface Draft {
  change: ItemChange;
  /** Labels of the fields that differ from what is written. */
  changed: string[];
  problems: FieldProblem[];
  /** As it would be, without the changes that have a problem. */
  file: ItemFile;
}

type Themes = Creator['themes'];

const fieldsOf = (file: ItemFile): ItemField[] =>
  groupsOf(file.item.type)
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => name !== 'body' || !isTextLeftOut(file));

export const isTextLeftOut = ({ body }: ItemFile): boolean => body.length > longestTextEdited;

/** Themes that creator.json no longer has stay on offer where the item has them. */
function choicesOf({ name, choices = {} }: ItemField, { item }: ItemFile, themes: Themes): [string, string][] {
  if (name !== 'themeIds') return Object.entries(choices);
  const known = themes.map(({ id, label }): [string, string] => [id, label]);
  const others = (item.themeIds ?? []).filter((id) => !themes.some((theme) => theme.id === id));
  return [...known, ...others.map((id): [string, string] => [id, id])];
}

function fieldChanges(file: ItemFile, form: FormValues, themes: Themes): [ItemField, unknown][] {
  return fieldsOf(file).flatMap((field): [ItemField, unknown][] => {
    const offered = choicesOf(field, file, themes).map(([value]) => value);
    const typed = typedOf(field, form, offered);
    const isSame = !typed || JSON.stringify(typed) === JSON.stringify(writtenOf(field, file));
    return isSame ? [] : [[field, valueOf(field, typed)]];
  });
}

function apply({ item, body }: ItemFile, changes: [ItemField, unknown][]): ItemFile {
  const fields = Object.fromEntries(
    changes.filter(([{ name }]) => name !== 'body').map(([f, value]) => [f.name, value]),
  );
  const entries = Object.entries({ ...item, ...fields }).filter(([, value]) => value !== null && value !== undefined);
  const text = changes.find(([{ name }]) => name === 'body')?.[1];
  return { item: Object.fromEntries(entries) as StoredItem, body: text === undefined ? body : String(text ?? '') };
}

function problemOf({ field, message }: SchemaProblem, fields: ItemField[], t: ConsoleTranslate): FieldProblem {
  const name = field.split('.')[0]!;
  const known = fields.find((one) => one.name === name);
  const inFull = (label: string) => `${t.any(label)} ${translateProblem(t, message)}.`;
  return known
    ? { name, text: known.mistake ? t.any(known.mistake) : inFull(known.label) }
    : { text: inFull(labelOf(name)) };
}

/** What was typed into the form of `file`. Fields that the form does not name stay as they are. */
export function draftOf(
  file: ItemFile,
  form: FormValues,
  { themes, t }: { themes: Themes; t: ConsoleTranslate },
): Draft {
  const changes = fieldChanges(file, form, themes);
  const checked = checkItem(apply(file, changes).item);
  const found = checked.ok ? [] : checked.problems.map((problem) => problemOf(problem, fieldsOf(file), t));
  const problems = [...new Map(found.map((problem) => [problem.name ?? problem.text, problem])).values()];
  const sound = changes.filter(([{ name }]) => !problems.some((problem) => problem.name === name));
  const body = changes.find(([{ name }]) => name === 'body');
  const fields = changes.filter(([{ name }]) => name !== 'body').map(([{ name }, value]) => [name, value] as const);
  return {
    change: { fields: Object.fromEntries(fields), ...(body && { body: String(body[1] ?? '') }) },
    changed: changes.map(([{ label }]) => label),
    problems,
    file: apply(file, sound),
  };
}

const kinds = {
  text: 'line',
  words: 'line',
  instant: 'line',
  number: 'line',
  choice: 'choice',
  flag: 'flag',
  choices: 'choices',
  links: 'links',
} as const satisfies Record<ItemField['writing'], FieldKind>;

const kindOf = ({ name, writing, isLong }: ItemField): FieldKind =>
  name === 'body' ? 'text' : isLong ? 'lines' : kinds[writing];

/** The fields as they are written, or as they were typed. */
export function formOf(
  file: ItemFile,
  themes: Themes,
  typed: FormValues = {},
  problems: FieldProblem[] = [],
): FieldGroup[] {
  const shown = (field: ItemField): FormField => {
    const choices = choicesOf(field, file, themes);
    const offered = choices.map(([value]) => value);
    const written = typedOf(field, typed, offered) ?? writtenOf(field, file);
    const problem = problems.find(({ name }) => name === field.name)?.text;
    const { name, label, hint, writing } = field;
    const links = typed[`${name}.url`] ? typedLinks(typed, name) : linksOf(file);
    return {
      name,
      label,
      kind: kindOf(field),
      value: written[0] ?? '',
      ...(hint && { hint }),
      ...(problem && { problem }),
      ...(choices.length > 0 && {
        options: choices.map(([value, text]) => ({ value, label: text, isChosen: written.includes(value) })),
      }),
      ...(writing === 'links' && { links: [...links, ...Array(emptyLinks).fill({ id: '', label: '', url: '' })] }),
    };
  };
  const named = new Set(fieldsOf(file).map(({ name }) => name));
  return groupsOf(file.item.type).map(({ legend, fields }) => ({
    legend,
    fields: fields.filter(({ name }) => named.has(name)).map(shown),
  }));
}
