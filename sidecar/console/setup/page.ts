// The setup of a new room: an address is asked for, what was found there is shown, and the creator's choice is written.
import { ApiError } from '#contract/errors.ts';
import type { SchemaProblem } from '#contract/validation.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import {
  type RunAction,
  type ActionResult,
  formField,
  type LoadDownload,
  type FormValues,
  type LoadPage,
  consoleActor,
} from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import { countInbox } from '../counts.ts';
import { membersOf, type ShownField } from '../room/fields.ts';
import { inFull } from '../room/in-full.ts';
import { pictureFacts, smallPicture } from '../room/pictures-shown.ts';
import { printPixels } from '../today/checklist.ts';
import {
  altName,
  chosenIn,
  groups,
  listsOf,
  type OfferedList,
  type OfferedPicture,
  picturesOf,
  takenIn,
  textSchema,
  textsOf,
  typedTexts,
  usual,
} from './choices.ts';
import type { Draft, Setup } from './setup.ts';
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';

type Taken<T> = T & { isTaken: boolean };

export interface FoundModel {
  step: 'found';
  typed: string;
  pictures: Taken<OfferedPicture & { altName: string; note: string; isSmall: boolean }>[];
  groups: { title: string; fields: ShownField[] }[];
  lists: { title: string; entries: Taken<OfferedList['entries'][number]>[] }[];
  isAuto: boolean;
  /** What no field shows. */
  problems: string[];
  /** What could not be read, and where more may be. */
  notes: string[];
}

export type SetupModel =
  | { step: 'ask'; typed: string; problem?: string }
  | { step: 'reading'; typed: string; seconds: number; count: number; last?: string }
  | FoundModel
  | { step: 'done'; isUnderWay: boolean; waiting: number; published: number };

const longestText = 300;
const mostNotes = 12;
const shown = (text: string): string => strangerText(text, longestText);

const setupOf = ({ setup }: ConsoleDeps): Setup => {
  if (!setup) throw new ApiError('not_found', 'The console has no such page.');
  return setup;
};

async function shownPictures({ creator, folder }: Draft, taken: Set<string>, t: ConsoleTranslate, form?: FormValues) {
  return Promise.all(
    picturesOf(creator).map(async (one) => {
      const facts = await pictureFacts(folder, one.file);
      const isPrinted = one.key === 'portrait' || one.key.startsWith('headshots');
      const isSmall = isPrinted && facts !== undefined && Math.max(facts.width, facts.height) < printPixels;
      const size = facts
        ? t('{width} × {height} pixels', { width: String(facts.width), height: String(facts.height) })
        : t('unreadable');
      return {
        ...one,
        ...(one.alt !== undefined && { alt: form ? formField(form, altName(one.key)) : one.alt }),
        altName: altName(one.key),
        note: isSmall ? t('{size}, small for print: {pixels} are better', { size, pixels: printPixels }) : size,
        isSmall,
        isTaken: taken.has(one.key),
      };
    }),
  );
}

/** What a text was taken from stands below its field. */
function shownTexts(
  { creator, findings }: Draft,
  problems: SchemaProblem[],
  t: ConsoleTranslate,
  form?: FormValues,
): FoundModel['groups'] {
  const around = {
    problems: new Map(
      inFull(t, problems).flatMap(({ name, text }): [string, string][] => (name ? [[name, text]] : [])),
    ),
    ...{ keepsRows: true, pictures: [], facts: new Map(), names: [] },
  };
  const all = membersOf(textSchema, form ? typedTexts(form) : textsOf(creator), '', '', around);
  return groups.map(({ title, names }) => ({
    title,
    fields: names.flatMap((name) => {
      const found = all.find((one) => one.name === name)!;
      const from = findings.guesses[name]?.from;
      const help = from && t('Taken from: {place}.', { place: shown(from) });
      return found.members ?? [{ ...found, ...(help && { help }) }];
    }),
  }));
}

const isShown = ({ field: at }: SchemaProblem): boolean =>
  groups.some(({ names }) => names.includes(at.split('.')[0]!));

async function foundModel(
  { draft, typed }: { draft: Draft; typed: string },
  t: ConsoleTranslate,
  form?: FormValues,
  problems: SchemaProblem[] = [],
): Promise<FoundModel> {
  const taken = form ? takenIn(form) : usual(draft);
  const { notes, hints, problems: failed } = draft.findings;
  return {
    step: 'found',
    typed,
    pictures: await shownPictures(draft, taken, t, form),
    groups: shownTexts(draft, problems, t, form),
    lists: listsOf(draft).map(({ title, entries }) => ({
      title,
      entries: entries.map((one) => ({ ...one, text: shown(one.text), detail: shown(one.detail), isTaken: taken.has(one.key) })), // prettier-ignore
    })),
    isAuto: form !== undefined && formField(form, 'auto') === 'yes',
    problems: inFull(
      t,
      problems.filter((one) => !isShown(one)),
    ).map(({ text }) => text),
    notes: [...notes.filter((note) => /^(Picture not taken|No portrait)/.test(note)), ...failed, ...hints]
      .slice(0, mostNotes)
      .map(shown),
  };
}

async function doneModel(deps: ConsoleDeps): Promise<SetupModel> {
  const inbox = await countInbox(deps);
  const published = deps.live().index.items.length;
  const { isUnderWay } = deps.builds;
  const isFilling = (await isUnderWay('read')) || (await isUnderWay('build'));
  return { step: 'done', isUnderWay: isFilling, waiting: inbox, published };
}

export const setupPage: LoadPage<SetupModel> = async (deps, { t }) => {
  const setup = setupOf(deps);
  if (!setup.isNeeded()) return doneModel(deps);
  const state = await setup.state(t);
  if (state.step === 'ask') return state;
  if (state.step === 'found') return foundModel(state, t);
  const { typed, startedAt, addresses } = state;
  const last = addresses.at(-1);
  const seconds = Math.max(0, Math.round((deps.now() - startedAt) / 1000));
  return { step: 'reading', typed, seconds, count: addresses.length, ...(last && { last: shown(last) }) };
};

const again: ActionResult = { to: '/setup' };

export const readSite: RunAction = async (deps, form, { t }) => {
  const setup = setupOf(deps);
  if (!setup.isNeeded()) return again;
  const typed = formField(form, 'address').trim();
  const problem = await setup.read(typed, t);
  if (!problem) return again;
  const model: SetupModel = { step: 'ask', typed, problem };
  return { view: 'setup', model, problem: t('Nothing was read: the field says why.') };
};

export const forgetSite: RunAction = async (deps) => {
  const setup = setupOf(deps);
  if (setup.isNeeded()) await setup.forget();
  return again;
};

const mistakes: ConsoleMessage = 'Nothing is written yet. Mend what is marked below, then write again.';

export const writeRoom: RunAction = async (deps, form, { t }) => {
  const setup = setupOf(deps);
  const state = await setup.state(t);
  if (!setup.isNeeded() || state.step !== 'found') return again;
  const { problems, ...chosen } = chosenIn(state.draft, form);
  if (problems.length > 0)
    return { view: 'setup', model: await foundModel(state, t, form, problems), problem: t(mistakes) };
  if (!(await setup.takeOver(state.draft, chosen))) return again;
  await deps.builds.request('ingest');
  const row = { at: deps.now(), who: consoleActor, action: 'content.edited', subject: 'creator.json', detail: 'Setup' };
  await deps.store.db.insertInto('audit').values(row).execute();
  return again;
};

/** A small copy of a picture of the draft. */
export const setupPicture: LoadDownload = async (deps, { query, t }) => {
  const state = await setupOf(deps).state(t);
  if (state.step !== 'found') throw new ApiError('not_found', 'There is no such picture.');
  return smallPicture(state.draft.folder, query.file ?? '');
};
