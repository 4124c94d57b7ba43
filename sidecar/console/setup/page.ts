// Setup page: reads the creator's site, shows what was found, and saves the creator's choices.
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
} from '../page.ts';
import { recordDecisions } from '../content/audit-log.ts';
import { readUncopiedCount } from '../../content/media-copies.ts';
import type { ConsoleDeps } from '../deps.ts';
import { countInbox } from '../build-state.ts';
import { buildFields, type FileField } from '../room/fields.ts';
import { translateNotices, translatePageProblems } from '../messages/source-problems.ts';
import { describeFileProblems } from '../room/file-problems.ts';
import { readPictureSize, renderThumbnail } from '../room/picture-views.ts';
import { printPixels } from '../today/checklist.ts';
import {
  altName,
  readSetupForm,
  groups,
  buildSetupLists,
  type SetupList,
  type SetupPicture,
  listSetupPictures,
  listPortraits,
  readChoices,
  readPortraitFile,
  textSchema,
  readTexts,
  readTypedTexts,
  defaultChoices,
} from './choices.ts';
import type { SetupDraft, Setup } from './setup.ts';
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';

type Choosable<T> = T & { isSelected: boolean };

export interface FoundModel {
  step: 'found';
  typed: string;
  pictures: Choosable<SetupPicture & { altName: string; note: string; isSmall: boolean }>[];
  portraits: Omit<FoundModel['pictures'][number], 'altName'>[];
  groups: { title: string; fields: FileField[] }[];
  lists: { title: string; entries: Choosable<SetupList['entries'][number]>[] }[];
  isAuto: boolean;
  /** Problems that belong to no field. */
  problems: string[];
  /** Problems and hints of reading. */
  notes: string[];
}

export type SetupModel =
  | { step: 'ask'; typed: string; problem?: string }
  | { step: 'reading'; typed: string; seconds: number; count: number; last?: string }
  | FoundModel
  | { step: 'done'; isUnderWay: boolean; waiting: number; published: number; uncopied: number };

const longestText = 300;
const maxNotes = 12;
const safeText = (text: string): string => strangerText(text, longestText);

const setupOf = ({ setup }: ConsoleDeps): Setup => {
  if (!setup) throw new ApiError('not_found', 'This page does not exist.');
  return setup;
};

/** Adds the size of a picture. */
async function measurePicture({ folder }: SetupDraft, one: SetupPicture, isPrinted: boolean, t: ConsoleTranslate) {
  const facts = await readPictureSize(folder, one.file);
  const isSmall = isPrinted && facts !== undefined && Math.max(facts.width, facts.height) < printPixels;
  const size = facts
    ? t('{width} × {height} pixels', { width: String(facts.width), height: String(facts.height) })
    : t('unreadable');
  const note = isSmall
    ? t('{size}, small for print ({pixels} or more recommended)', { size, pixels: printPixels })
    : size;
  return { ...one, note, isSmall };
}

const buildPictureRows = (draft: SetupDraft, chosenNames: Set<string>, t: ConsoleTranslate, form?: FormValues) =>
  Promise.all(
    listSetupPictures(draft.creator).map(async (one) => ({
      ...(await measurePicture(draft, one, one.key.startsWith('headshots'), t)),
      ...(one.alt !== undefined && { alt: form ? formField(form, altName(one.key)) : one.alt }),
      altName: altName(one.key),
      isSelected: chosenNames.has(one.key),
    })),
  );

function buildPortraitRows(draft: SetupDraft, t: ConsoleTranslate, form?: FormValues) {
  const chosenFile = form ? readPortraitFile(form) : draft.creator.portrait?.file;
  return Promise.all(
    listPortraits(draft).map(async (one) => ({
      ...(await measurePicture(draft, one, true, t)),
      isSelected: one.file === chosenFile,
    })),
  );
}

/** Builds the fields of the drafted texts. The help of a field names the source of its text. */
function buildTextGroups(
  draft: SetupDraft,
  problems: SchemaProblem[],
  t: ConsoleTranslate,
  form?: FormValues,
): FoundModel['groups'] {
  const formContext = {
    problems: new Map(
      describeFileProblems(t, problems).flatMap(({ name, text }): [string, string][] => (name ? [[name, text]] : [])),
    ),
    keepsRows: true,
    pictures: [],
    facts: new Map(),
  };
  const all = buildFields(textSchema, form ? readTypedTexts(form) : readTexts(draft), '', '', formContext);
  return groups.map(({ title, names }) => ({
    title,
    fields: names.flatMap((name) => {
      const list = all.find((one) => one.name === name)!;
      const from = draft.findings.guesses[name]?.from;
      const help = from && t('Source: {place}.', { place: t.any(from) });
      return list.members ?? [{ ...list, ...(help && { help }) }];
    }),
  }));
}

const hasField = ({ field }: SchemaProblem): boolean =>
  groups.some(({ names }) => names.includes(field.split('.')[0]!));

async function loadFoundModel(
  { draft, typed }: { draft: SetupDraft; typed: string },
  t: ConsoleTranslate,
  form?: FormValues,
  problems: SchemaProblem[] = [],
): Promise<FoundModel> {
  const chosenNames = form ? readChoices(form) : defaultChoices(draft, t);
  const { notes, hints, problems: pageProblems } = draft.findings;
  return {
    step: 'found',
    typed,
    pictures: await buildPictureRows(draft, chosenNames, t, form),
    portraits: await buildPortraitRows(draft, t, form),
    groups: buildTextGroups(draft, problems, t, form),
    lists: buildSetupLists(draft, t).map(({ title, entries }) => ({
      title,
      entries: entries.map((entry) => ({
        ...entry,
        text: safeText(entry.text),
        detail: safeText(entry.detail),
        isSelected: chosenNames.has(entry.key),
      })),
    })),
    isAuto: form !== undefined && formField(form, 'auto') === 'yes',
    problems: describeFileProblems(
      t,
      problems.filter((one) => !hasField(one)),
    ).map(({ text }) => text),
    notes: [
      ...translateNotices(t, notes),
      ...translatePageProblems(t, pageProblems),
      ...translateNotices(t, hints),
    ].slice(0, maxNotes),
  };
}

async function loadDoneModel(deps: ConsoleDeps): Promise<SetupModel> {
  const inbox = await countInbox(deps);
  const published = deps.live().index.items.length;
  const { isUnderWay } = deps.builds;
  const isFilling = (await isUnderWay('read')) || (await isUnderWay('build'));
  const uncopied = await readUncopiedCount(deps.desk.contentDir);
  return { step: 'done', isUnderWay: isFilling, waiting: inbox, published, uncopied };
}

export const loadSetupPage: LoadPage<SetupModel> = async (deps, { t }) => {
  const setup = setupOf(deps);
  if (!setup.isNeeded()) return loadDoneModel(deps);
  const state = await setup.state(t);
  if (state.step === 'ask') return state;
  if (state.step === 'found') return loadFoundModel(state, t);
  const { typed, startedAt, addresses } = state;
  const last = addresses.at(-1);
  const seconds = Math.max(0, Math.round((deps.now() - startedAt) / 1000));
  return { step: 'reading', typed, seconds, count: addresses.length, ...(last && { last: safeText(last) }) };
};

const backToSetup: ActionResult = { to: '/setup' };

export const readSite: RunAction = async (deps, form, { t }) => {
  const setup = setupOf(deps);
  if (!setup.isNeeded()) return backToSetup;
  const typedAddress = formField(form, 'address').trim();
  const problem = await setup.read(typedAddress, t);
  if (!problem) return backToSetup;
  const model: SetupModel = { step: 'ask', typed: typedAddress, problem };
  return { view: 'setup', model, problem: t('Nothing was read. See the reason at the field.') };
};

export const forgetSite: RunAction = async (deps) => {
  const setup = setupOf(deps);
  if (setup.isNeeded()) await setup.forget();
  return backToSetup;
};

const fixProblems: ConsoleMessage = 'Nothing was saved. Fix the highlighted fields and save again.';

export const writeRoom: RunAction = async (deps, form, { t }) => {
  const setup = setupOf(deps);
  const state = await setup.state(t);
  if (!setup.isNeeded() || state.step !== 'found') return backToSetup;
  const { problems, ...chosen } = readSetupForm(state.draft, form);
  if (problems.length > 0)
    return { view: 'setup', model: await loadFoundModel(state, t, form, problems), problem: t(fixProblems) };
  if (!(await setup.adoptDraft(state.draft, chosen))) return backToSetup;
  await deps.builds.request('ingest');
  await recordDecisions(deps, [{ action: 'content.edited', id: 'creator.json', detail: 'Setup' }]);
  return backToSetup;
};

/** Serves a thumbnail of a picture in the draft. */
export const setupPicture: LoadDownload = async (deps, { query, t }) => {
  const state = await setupOf(deps).state(t);
  if (state.step !== 'found') throw new ApiError('not_found', 'This picture does not exist.');
  return renderThumbnail(state.draft.folder, query.file ?? '');
};
