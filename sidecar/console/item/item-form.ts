// Builds the form of an item and reads the submitted form as a change of the item.
import type { Creator } from '#contract/schemas/content-files.ts';
import { StoredItem } from '#contract/schemas/stored-item.ts';
import { checker, type SchemaProblem } from '#contract/validation.ts';
import type { FieldGroup, ItemFieldKind, ItemFormField } from './model.ts';
import type { ItemFile } from '#domain/items/item-file.ts';
import type { FormValues } from '../page.ts';
import { translateProblem } from '../messages/problems.ts';
import type { ConsoleTranslate } from '../messages/messages.ts';
import { fieldGroupsFor, type ItemField, itemFieldLabel } from './item-fields.ts';
import { itemLinks, readFormLinks, readFormValues, parseFieldValue, formatFieldValue } from './field-values.ts';

/** Limit in characters: encoding can make nine bytes of one, and a form may have 4 MiB. */
export const maxEditableText = 400_000;
/** Number of empty lines for new links. */
const emptyLinks = 2;

const checkItem = checker(StoredItem);

export interface FieldProblem {
  name?: string;
  text: string;
}

type Themes = Creator['themes'];

const editableFields = (file: ItemFile): ItemField[] =>
  fieldGroupsFor(file.item.type)
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => name !== 'body' || !isTextTooLong(file));

export const isTextTooLong = ({ body }: ItemFile): boolean => body.length > maxEditableText;

/** Returns the choices of a field. Themes of the item that creator.json no longer has stay available. */
function fieldChoices({ name, choices = {} }: ItemField, { item }: ItemFile, themes: Themes): [string, string][] {
  if (name !== 'themeIds') return Object.entries(choices);
  const currentThemes = themes.map(({ id, label }): [string, string] => [id, label]);
  const others = (item.themeIds ?? []).filter((id) => !themes.some((theme) => theme.id === id));
  return [...currentThemes, ...others.map((id): [string, string] => [id, id])];
}

function fieldChanges(file: ItemFile, form: FormValues, themes: Themes): [ItemField, unknown][] {
  return editableFields(file).flatMap((field): [ItemField, unknown][] => {
    const choices = fieldChoices(field, file, themes).map(([value]) => value);
    const formValue = readFormValues(field, form, choices);
    const isSame = !formValue || JSON.stringify(formValue) === JSON.stringify(formatFieldValue(field, file));
    return isSame ? [] : [[field, parseFieldValue(field, formValue)]];
  });
}

function applyChanges({ item, body }: ItemFile, changes: [ItemField, unknown][]): ItemFile {
  const fields = Object.fromEntries(
    changes.filter(([{ name }]) => name !== 'body').map(([f, value]) => [f.name, value]),
  );
  const entries = Object.entries({ ...item, ...fields }).filter(([, value]) => value !== null && value !== undefined);
  const text = changes.find(([{ name }]) => name === 'body')?.[1];
  return { item: Object.fromEntries(entries) as StoredItem, body: text === undefined ? body : String(text ?? '') };
}

function toFieldProblem({ field, message }: SchemaProblem, fields: ItemField[], t: ConsoleTranslate): FieldProblem {
  const name = field.split('.')[0]!;
  const itemField = fields.find((one) => one.name === name);
  const inFull = (label: string) => `${t.any(label)} ${translateProblem(t, message)}.`;
  return itemField
    ? { name, text: itemField.errorMessage ? t.any(itemField.errorMessage) : inFull(itemField.label) }
    : { text: inFull(itemFieldLabel(name)) };
}

/** Reads the submitted form of `file` as a change. Fields that the form does not contain stay as they are. */
export function readItemForm(file: ItemFile, form: FormValues, { themes, t }: { themes: Themes; t: ConsoleTranslate }) {
  const changes = fieldChanges(file, form, themes);
  const checked = checkItem(applyChanges(file, changes).item);
  const isDateCleared = changes.some(([{ name }, value]) => name === 'date' && value === null);
  const schemaProblems = [
    ...(checked.ok ? [] : checked.problems),
    ...(isDateCleared ? [{ field: 'date', message: 'is missing' }] : []),
  ];
  const allProblems = schemaProblems.map((problem) => toFieldProblem(problem, editableFields(file), t));
  const problems = [...new Map(allProblems.map((problem) => [problem.name ?? problem.text, problem])).values()];
  const validChanges = changes.filter(([{ name }]) => !problems.some((problem) => problem.name === name));
  const body = changes.find(([{ name }]) => name === 'body');
  const fields = changes.filter(([{ name }]) => name !== 'body').map(([{ name }, value]) => [name, value] as const);
  return {
    change: { fields: Object.fromEntries(fields), ...(body && { body: String(body[1] ?? '') }) },
    changedLabels: changes.map(([{ label }]) => label),
    problems,
    /** Item with the valid changes. */
    file: applyChanges(file, validChanges),
  };
}

const fieldKinds = {
  text: 'line',
  words: 'line',
  instant: 'line',
  number: 'line',
  choice: 'choice',
  flag: 'flag',
  choices: 'choices',
  links: 'links',
} as const satisfies Record<ItemField['format'], ItemFieldKind>;

const fieldKindFor = ({ name, format: writing, isLong }: ItemField): ItemFieldKind =>
  name === 'body' ? 'text' : isLong ? 'lines' : fieldKinds[writing];

/** Builds the fields with their current or submitted values. */
export function buildItemForm(
  file: ItemFile,
  themes: Themes,
  typed: FormValues = {},
  problems: FieldProblem[] = [],
): FieldGroup[] {
  const buildField = (field: ItemField): ItemFormField => {
    const choices = fieldChoices(field, file, themes);
    const choiceValues = choices.map(([value]) => value);
    const fieldValue = readFormValues(field, typed, choiceValues) ?? formatFieldValue(field, file);
    const problem = problems.find(({ name }) => name === field.name)?.text;
    const { name, label, hint, format: writing } = field;
    const links = typed[`${name}.url`] ? readFormLinks(typed, name) : itemLinks(file);
    return {
      name,
      label,
      kind: fieldKindFor(field),
      value: fieldValue[0] ?? '',
      ...(hint && { hint }),
      ...(problem && { problem }),
      ...(choices.length > 0 && {
        options: choices.map(([value, text]) => ({ value, label: text, isChosen: fieldValue.includes(value) })),
      }),
      ...(writing === 'links' && { links: [...links, ...Array(emptyLinks).fill({ id: '', label: '', url: '' })] }),
    };
  };
  const editableNames = new Set(editableFields(file).map(({ name }) => name));
  return fieldGroupsFor(file.item.type).map(({ legend, fields }) => ({
    legend,
    fields: fields.filter(({ name }) => editableNames.has(name)).map(buildField),
  }));
}
