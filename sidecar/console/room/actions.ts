// What the buttons of a form do: add, move or take out a row, or save all of it.
import { ApiError } from '#contract/errors.ts';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { isoDay } from '#domain/instants.ts';
import { writeContentFile } from '../../content/json-file.ts';
import { runAsOneChange } from '../../content/review.ts';
import { queueTestNotices } from '../../storage/notices.ts';
import { type RunAction, redrawForm, type ActionResult, formField, type FormValues, consoleActor } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import { findPricesOfNothing } from './prices-of-nothing.ts';
import { type Draft, type Row, type Schema, shapeOf, typedDraft, valueSchema, withoutEmptyRows } from './draft.ts';
import { merge, openForm, type OpenForm, resultOf, settled } from './file-form.ts';
import { formModel, sectionOf, type Typed } from './page.ts';
import type { Section } from './sections.ts';
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';

const said = {
  mistakes: 'Nothing is saved yet. Mend what is marked below, then save again.',
  conflict: 'Nothing is saved yet: the file was changed elsewhere, too. Choose a side below, then save again.',
} as const satisfies Record<string, ConsoleMessage>;

function emptyDraft(schema: Schema): Draft {
  const shape = shapeOf(schema);
  if (shape === 'rows' || shape === 'record') return { rows: [] };
  if (shape !== 'object') return '';
  return {
    fields: Object.fromEntries(Object.entries(schema.properties!).map(([name, one]) => [name, emptyDraft(one)])),
  };
}

/** A changed name stays among those that feeds and older texts use. */
function withOldName(before: Draft, after: Draft): Draft {
  const [was, is] = [before, after].map((draft) =>
    typeof draft !== 'string' && 'fields' in draft ? draft.fields : {},
  );
  const [old, name, others] = [was!.name, is!.name, is!.otherNames];
  if (typeof old !== 'string' || typeof others !== 'string' || !old || old === name) return after;
  const names = [...new Set([...others.split('\n'), old])].filter((one) => one && one !== name);
  return { fields: { ...is!, otherNames: names.join('\n') } };
}

type Step = (rows: Row[], schema: Schema) => Row[];

/** The draft with other rows at `path`. */
function withRows(schema: Schema, draft: Draft, [name, ...rest]: string[], step: Step): Draft {
  if (typeof draft === 'string') return draft;
  if ('rows' in draft) {
    const inner = shapeOf(schema) === 'record' ? valueSchema(schema) : schema.items!;
    return name === undefined ? { rows: step(draft.rows, inner) } : draft;
  }
  const member = name === undefined ? undefined : schema.properties?.[name];
  if (!member) return draft;
  return { fields: { ...draft.fields, [name!]: withRows(member, draft.fields[name!] ?? '', rest, step) } };
}

function swapped(rows: Row[], at: number, to: number): Row[] {
  const [one, other] = [rows[at], rows[to]];
  return one && other ? rows.with(at, other).with(to, one) : rows;
}

/**
 * `add:themes`, `up:themes:2`: what a button without a script does to the form, and the row where the keyboard goes on; the
 * list where no row follows the one that was taken out.
 */
function turned(schema: Schema, draft: Draft, wish: string): { draft: Draft; focus: string } | undefined {
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
    return swapped(rows, at, focus);
  });
  return { draft: next, focus: focus === undefined ? path : `${path}.${focus}` };
}

function readBase(form: FormValues): Draft | undefined {
  try {
    const base = JSON.parse(formField(form, 'base')) as Draft;
    return typeof base === 'object' && base !== null ? base : undefined;
  } catch {
    return undefined;
  }
}

/** The conflicts that the form showed, and the sides that were chosen. */
function conflictsIn(form: FormValues, { parts }: Section): { conflicts: string[]; sides: Map<string, string> } {
  const conflicts = parts.filter((path) => form.conflict?.includes(path));
  const chosen = conflicts.map((path): [string, string] => [path, formField(form, `side-${path}`)]);
  return { conflicts, sides: new Map(chosen.filter(([, side]) => side === 'mine' || side === 'theirs')) };
}

type SaveDeps = ConsoleDeps & { t: ConsoleTranslate };

const comeBack = async (
  deps: SaveDeps,
  open: OpenForm,
  typed: Typed,
  problem?: ConsoleMessage,
): Promise<ActionResult> => ({
  view: 'room',
  model: await formModel(deps, open, typed),
  ...(problem && { problem }),
});

/** Gives what was changed; otherwise the form again. */
async function save(
  deps: SaveDeps,
  open: OpenForm,
  form: FormValues,
  mine: Draft,
): Promise<ActionResult | 'saved' | 'same'> {
  const { section } = open;
  const base = readBase(form) ?? open.draft;
  const { conflicts: shown, sides } = conflictsIn(form, section);
  const chosen = settled(base, mine, shown, sides);
  // A side is chosen against what the form showed: what came into the file since is another conflict.
  const merged = formField(form, 'revision') === open.revision ? chosen : merge(open, base, chosen.draft);
  const { draft } = merged;
  const conflicts = section.parts.filter((path) => [chosen, merged].some((one) => one.conflicts.includes(path)));
  if (conflicts.length > 0) return comeBack(deps, open, { draft, conflicts }, said.conflict);
  const { text, problems: ofFile } = resultOf(open, withOldName(open.draft, draft), isoDay(deps.now()));
  const sells = section.file === 'access.json' && ofFile.length === 0;
  const problems = sells ? findPricesOfNothing(deps, JSON.parse(text) as AccessFile) : ofFile;
  if (problems.length > 0) return comeBack(deps, open, { draft, problems }, said.mistakes);
  if (text === open.source) return 'same';
  await writeContentFile(deps.desk, section.file, text);
  return 'saved';
}

export const saveRoom: RunAction = async (deps, form, request) => {
  const section = sectionOf(request);
  const to = `/room/${section.name}`;
  const done = await runAsOneChange(deps.desk, async (held): Promise<ActionResult | 'saved' | 'same'> => {
    const open = await openForm(held, section).catch((error: Error) => {
      throw new ApiError(
        'bad_request',
        request.t('{file} cannot be read: {why}', { file: section.file, why: error.message }),
      );
    });
    const typed = typedDraft(open.schema, form, '');
    const turn =
      formField(form, 'do') === redrawForm ? { draft: typed } : turned(open.schema, typed, formField(form, 'do'));
    if (turn) {
      // Saving still compares with what the creator saw first.
      const seen = { revision: formField(form, 'revision'), draft: readBase(form) ?? open.draft };
      return comeBack({ ...deps, desk: held, t: request.t }, open, { ...turn, ...conflictsIn(form, section), seen });
    }
    return save({ ...deps, desk: held, t: request.t }, open, form, withoutEmptyRows(typed));
  });
  if (done === 'same') return { to, notice: 'nothingTyped' };
  if (done !== 'saved') return done;
  const row = {
    at: deps.now(),
    who: consoleActor,
    action: 'content.edited',
    subject: section.file,
    detail: section.label,
  };
  await deps.store.db.insertInto('audit').values(row).execute();
  if (section.file !== 'feeds.json') await deps.builds.request('build');
  return { to, notice: section.file === 'settings.json' ? 'saved' : 'savedLive' };
};

/** By each channel, as settings.json has it at this moment. */
export const sendTestNotice: RunAction = async ({ store, now }) => {
  const count = await store.db.transaction().execute((tx) => queueTestNotices(tx, now()));
  return { to: '/room/settings', notice: 'noticeSent', count };
};
