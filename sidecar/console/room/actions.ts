// Actions of the forms for the creator's files: save, or add, move and remove rows.
import { ApiError } from '#contract/errors.ts';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { isoDay } from '#domain/instants.ts';
import { writeContentFile } from '../../content/json-file.ts';
import { runAsOneChange } from '../../content/review.ts';
import { queueTestNotices } from '../../storage/notices.ts';
import { type RunAction, redrawForm, type ActionResult, formField, type FormValues } from '../page.ts';
import { recordDecisions } from '../content/audit-log.ts';
import type { ConsoleDeps } from '../deps.ts';
import { findUnusablePricesInForm } from './unusable-prices.ts';
import {
  type FormDraft,
  type DraftRow,
  type FormSchema,
  schemaShape,
  readFormDraft,
  recordValueSchema,
  withoutEmptyRows,
} from './draft.ts';
import { mergeDrafts, openFileForm, type FileForm, applyDraft, applySides } from './file-form.ts';
import { buildFormModel, findSection, type FormState } from './page.ts';
import type { FormSection } from './sections.ts';
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';

const saveMessages = {
  mistakes: 'Nothing was saved. Fix the highlighted fields and save again.',
  conflict: 'Nothing was saved because the file was changed elsewhere. Choose a version below and save again.',
} as const satisfies Record<string, ConsoleMessage>;

function emptyDraft(schema: FormSchema): FormDraft {
  const shape = schemaShape(schema);
  if (shape === 'rows' || shape === 'record') return { rows: [] };
  if (shape !== 'object') return '';
  return {
    fields: Object.fromEntries(Object.entries(schema.properties!).map(([name, one]) => [name, emptyDraft(one)])),
  };
}

/** Adds the previous name to the other names, because feeds and older texts still use it. */
function withOldName(before: FormDraft, after: FormDraft): FormDraft {
  const fieldsIn = (draft: FormDraft) => (typeof draft !== 'string' && 'fields' in draft ? draft.fields : {});
  const old = fieldsIn(before).name;
  const { name, otherNames: others } = fieldsIn(after);
  if (typeof old !== 'string' || typeof others !== 'string' || !old || old === name) return after;
  const names = [...new Set([...others.split('\n'), old])].filter((one) => one && one !== name);
  return { fields: { ...fieldsIn(after), otherNames: names.join('\n') } };
}

type Step = (rows: DraftRow[], schema: FormSchema) => DraftRow[];

/** Applies `step` to the rows at `path`. */
function withRows(schema: FormSchema, draft: FormDraft, [name, ...rest]: string[], step: Step): FormDraft {
  if (typeof draft === 'string') return draft;
  if ('rows' in draft) {
    const inner = schemaShape(schema) === 'record' ? recordValueSchema(schema) : schema.items!;
    return name === undefined ? { rows: step(draft.rows, inner) } : draft;
  }
  const member = name === undefined ? undefined : schema.properties?.[name];
  if (!member) return draft;
  return { fields: { ...draft.fields, [name!]: withRows(member, draft.fields[name!] ?? '', rest, step) } };
}

function swapRows(rows: DraftRow[], at: number, to: number): DraftRow[] {
  const row = rows[at];
  const other = rows[to];
  return row && other ? rows.with(at, other).with(to, row) : rows;
}

/**
 * Applies a button such as `add:themes` or `up:themes:2`. Returns the draft and the row that gets the focus; the list
 * if no row follows a removed one.
 */
function changeRows(
  schema: FormSchema,
  draft: FormDraft,
  wish: string,
): { draft: FormDraft; focus: string } | undefined {
  const [, verb, path = '', slot = ''] = /^(add|remove|up|down):([\w.]+)(?::(\d+))?$/.exec(wish) ?? [];
  if (verb === undefined) return undefined;
  const at = Number(slot);
  let focus: number | undefined = at;
  const next = withRows(schema, draft, path.split('.'), (rows, inner) => {
    if (verb === 'add') {
      focus = rows.length;
      return [...rows, { from: undefined, key: '', value: emptyDraft(inner) }];
    }
    if (verb === 'remove') {
      focus = at < rows.length - 1 ? at : undefined;
      return rows.toSpliced(at, 1);
    }
    focus = at + (verb === 'up' ? -1 : 1);
    return swapRows(rows, at, focus);
  });
  return { draft: next, focus: focus === undefined ? path : `${path}.${focus}` };
}

function readBase(form: FormValues): FormDraft | undefined {
  try {
    const base = JSON.parse(formField(form, 'base')) as FormDraft;
    return typeof base === 'object' && base !== null ? base : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the conflicts that the form showed, and the chosen sides. */
function readConflictSides(
  form: FormValues,
  { parts }: FormSection,
): { conflicts: string[]; sides: Map<string, string> } {
  const conflicts = parts.filter((path) => form.conflict?.includes(path));
  const chosenSides = conflicts.map((path): [string, string] => [path, formField(form, `side-${path}`)]);
  return { conflicts, sides: new Map(chosenSides.filter(([, side]) => side === 'mine' || side === 'theirs')) };
}

type SaveDeps = ConsoleDeps & { t: ConsoleTranslate };

const renderFormAgain = async (
  deps: SaveDeps,
  open: FileForm,
  typed: FormState,
  problem?: ConsoleMessage,
): Promise<ActionResult> => ({
  view: 'room',
  model: await buildFormModel(deps, open, typed),
  ...(problem && { problem }),
});

/** Saves the draft, or renders the form again. */
async function save(
  deps: SaveDeps,
  open: FileForm,
  form: FormValues,
  mine: FormDraft,
): Promise<ActionResult | 'saved' | 'same'> {
  const { section } = open;
  const base = readBase(form) ?? open.draft;
  const { conflicts: shownConflicts, sides } = readConflictSides(form, section);
  const chosenSides = applySides(base, mine, shownConflicts, sides);
  // Sides were chosen for the version that the form showed. Later changes of the file are new conflicts.
  const merged =
    formField(form, 'revision') === open.revision ? chosenSides : mergeDrafts(open, base, chosenSides.draft);
  const { draft } = merged;
  const conflicts = section.parts.filter((path) => [chosenSides, merged].some((one) => one.conflicts.includes(path)));
  if (conflicts.length > 0) return renderFormAgain(deps, open, { draft, conflicts }, saveMessages.conflict);
  const { text, problems: ofFile } = applyDraft(open, withOldName(open.draft, draft), isoDay(deps.now()));
  const sells = section.file === 'access.json' && ofFile.length === 0;
  const problems = sells ? findUnusablePricesInForm(deps, JSON.parse(text) as AccessFile) : ofFile;
  if (problems.length > 0) return renderFormAgain(deps, open, { draft, problems }, saveMessages.mistakes);
  if (text === open.source) return 'same';
  await writeContentFile(deps.desk, section.file, text);
  return 'saved';
}

export const saveRoom: RunAction = async (deps, form, request) => {
  const section = findSection(request);
  const to = `/room/${section.name}`;
  const result = await runAsOneChange(deps.desk, async (lockedDesk): Promise<ActionResult | 'saved' | 'same'> => {
    const open = await openFileForm(lockedDesk, section).catch((error: Error) => {
      throw new ApiError(
        'bad_request',
        request.t('{file} cannot be read: {why}', { file: section.file, why: error.message }),
      );
    });
    const formDraft = readFormDraft(open.schema, form, '');
    const turn =
      formField(form, 'do') === redrawForm
        ? { draft: formDraft }
        : changeRows(open.schema, formDraft, formField(form, 'do'));
    if (turn) {
      // Saving still compares with the version that the creator saw first.
      const shownForm = { revision: formField(form, 'revision'), draft: readBase(form) ?? open.draft };
      return renderFormAgain({ ...deps, desk: lockedDesk, t: request.t }, open, {
        ...turn,
        ...readConflictSides(form, section),
        seen: shownForm,
      });
    }
    return save({ ...deps, desk: lockedDesk, t: request.t }, open, form, withoutEmptyRows(formDraft));
  });
  if (result === 'same') return { to, notice: 'nothingTyped' };
  if (result !== 'saved') return result;
  await recordDecisions(deps, [{ action: 'content.edited', id: section.file, detail: section.label }]);
  if (section.file !== 'feeds.json') await deps.builds.request('build');
  return { to, notice: section.file === 'settings.json' ? 'saved' : 'savedLive' };
};

/** Sends a test notice through each channel in settings.json. */
export const sendTestNotice: RunAction = async ({ store, now }) => {
  const count = await store.db.transaction().execute((tx) => queueTestNotices(tx, now()));
  return { to: '/room/settings', notice: 'noticeSent', count };
};
