// Form for one of the creator's files: opened from the file, changed by the input, and written back as text.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { contentFiles, schemaPath } from '#contract/schemas/content-files.ts';
import { describeProblem } from '#contract/validation.ts';
import { sha256 } from '#domain/ids.ts';
import { findFormProblems } from '../../content/file-problems.ts';
import { readContentFile } from '../../content/json-file.ts';
import { type JsonText, readJsonText } from '../../content/json-text.ts';
import type { ReviewDesk } from '../../content/review-desk.ts';
import { type FormDraft, readDraft, selectMembers, isSameDraft, type FormSchema, serializeDraft } from './draft.ts';
import type { FormSection } from './sections.ts';

export interface FileForm {
  section: FormSection;
  schema: FormSchema;
  /** Text of the file, or an empty object if it does not exist. */
  source: string;
  json: JsonText;
  /** Hash of the text. */
  revision: string;
  draft: FormDraft;
}

/** Opens the form. Throws an Error with the reason if the file cannot be read. */
export async function openFileForm(
  desk: Pick<ReviewDesk, 'fs' | 'contentDir'>,
  section: FormSection,
): Promise<FileForm> {
  const text = await readContentFile(desk, section.file);
  const schema = selectMembers(contentFiles[section.file] as TSchema, section.parts);
  const source = text ?? newFileText(section.file);
  const json = readJsonText(source);
  return {
    section,
    schema,
    source,
    json,
    revision: text === undefined ? '' : sha256(text),
    draft: readDraft(schema, json.root),
  };
}

const newFileText = (file: string): string => `{\n  "$schema": ${JSON.stringify(schemaPath(file))}\n}\n`;

/** Sets the date of the last approval, which becomes the date of documents generated from creator.json. */
function withUpdatedAt(text: string, day: string): string {
  const { root, layout, withRoot } = readJsonText(text);
  return withRoot(root.withMembers(new Map([['updatedAt', JSON.stringify(day)]]), layout));
}

/** Returns the changed text, and problems that the draft introduces; existing ones do not prevent saving. */
export function applyDraft({ section, schema, json, source }: FileForm, draft: FormDraft, day: string) {
  const changedText = json.withRoot(serializeDraft(schema, draft, json.root, json.layout) ?? json.root.text);
  const text =
    section.file === 'creator.json' && changedText !== source ? withUpdatedAt(changedText, day) : changedText;
  const findProblems = (value: unknown) => findFormProblems(contentFiles[section.file] as TSchema, value);
  const before = new Set(findProblems(json.root.value).map(describeProblem));
  const problems = findProblems(JSON.parse(text)).filter((one) => !before.has(describeProblem(one)));
  return { text, problems };
}

export interface MergedDraft {
  draft: FormDraft;
  /** Parts that the form and someone else changed differently. */
  conflicts: string[];
}

/** Returns the values of the parts of a section. */
function readParts(draft: FormDraft, parts: string[]): Map<string, FormDraft> {
  const at = (path: string): FormDraft =>
    path
      .split('.')
      .reduce<FormDraft>(
        (found, name) => (typeof found === 'object' && 'fields' in found ? (found.fields[name] ?? '') : ''),
        draft,
      );
  return new Map(parts.map((path) => [path, at(path)]));
}

function withPart(draft: FormDraft, [name, ...rest]: string[], part: FormDraft): FormDraft {
  if (name === undefined) return part;
  const fields = typeof draft === 'object' && 'fields' in draft ? draft.fields : {};
  return { fields: { ...fields, [name]: withPart(fields[name] ?? { fields: {} }, rest, part) } };
}

/** Finds the current row of each row of an older version of the file. */
function matchRows(mine: FormDraft, base: FormDraft, now: FormDraft): FormDraft {
  if (typeof mine === 'string' || !('rows' in mine)) return mine;
  const rowsIn = (draft: FormDraft) => (typeof draft === 'object' && 'rows' in draft ? draft.rows : []);
  const before = rowsIn(base);
  const after = rowsIn(now);
  const find = (from: number): number | undefined => {
    const old = before[from];
    const same = after.findIndex(({ key, value }) => old && key === old.key && isSameDraft(value, old.value));
    return same >= 0 ? same : from < after.length ? from : undefined;
  };
  return { rows: mine.rows.map((row) => ({ ...row, from: row.from === undefined ? undefined : find(row.from) })) };
}

/** Replaces the parts for which the file's side was chosen. Conflicts without a choice remain. */
export function applySides(
  base: FormDraft,
  mine: FormDraft,
  shownConflicts: string[],
  sides: Map<string, string>,
): MergedDraft {
  const theirs = readParts(base, shownConflicts);
  let draft = mine;
  for (const path of shownConflicts)
    if (sides.get(path) === 'theirs') draft = withPart(draft, path.split('.'), theirs.get(path)!);
  return { draft, conflicts: shownConflicts.filter((path) => !sides.get(path)) };
}

/** Merges the input with changes that were made to the file meanwhile, part by part. */
export function mergeDrafts(open: FileForm, base: FormDraft, mine: FormDraft): MergedDraft {
  const { parts } = open.section;
  const baseParts = readParts(base, parts);
  const myParts = readParts(mine, parts);
  const currentParts = readParts(open.draft, parts);
  let draft = open.draft;
  const conflicts: string[] = [];
  for (const path of parts) {
    const was = baseParts.get(path)!;
    const myText = myParts.get(path)!;
    const now = currentParts.get(path)!;
    if (isSameDraft(myText, was) || isSameDraft(myText, now)) continue;
    if (!isSameDraft(now, was)) conflicts.push(path);
    draft = withPart(draft, path.split('.'), matchRows(myText, was, now));
  }
  return { draft, conflicts };
}

/** Formats a part as text for comparison. */
export function formatPart(draft: FormDraft, parts: string[], path: string): string {
  const lines = (one: FormDraft): string[] => {
    if (typeof one === 'string') return one ? [one] : [];
    if ('rows' in one) return one.rows.map(({ key, value }) => [key, ...lines(value)].filter(Boolean).join(' · '));
    return Object.values(one.fields).flatMap(lines);
  };
  return lines(readParts(draft, parts).get(path)!).join('\n');
}

const isPicture = /\.(avif|gif|jpe?g|png|svg|webp)$/i;
const maxPictures = 500;

export async function listMediaPictures({ contentDir }: Pick<ReviewDesk, 'contentDir'>): Promise<string[]> {
  const names = await readdir(join(contentDir, 'media')).catch(() => []);
  return names
    .filter((name) => isPicture.test(name))
    .sort()
    .slice(0, maxPictures);
}
