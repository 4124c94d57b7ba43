// Item page with preview and form, built from the stored item and the submitted input.
import { ApiError } from '#contract/errors.ts';
import type { Creator } from '#contract/schemas/content-files.ts';
import { itemTypes } from '#contract/content-types.ts';
import { folderPaths, type ItemModel, type ConflictView } from './model.ts';
import { formatFieldValue, listChangedFields } from '../../content/edit-summary.ts';
import type { ItemFile } from '#domain/items/item-file.ts';
import { type Conflict, createProposal } from '../../content/proposal.ts';
import type { ConflictChoice } from '../../content/review.ts';
import {
  type ReviewDesk,
  type ItemFolder,
  type Invalid,
  findItem,
  isItemId,
  type NotFound,
  readItem,
} from '../../content/review-desk.ts';
import { findRenderProblem } from '../../content/renderable.ts';
import { readMediaLocations, createMediaSources } from '../../content/media-copies.ts';
import { findOutsideMedia, replaceBodyMedia, replaceItemMedia } from '#domain/items/media-replacements.ts';
import { toRoomItem } from '#domain/items/to-room-item.ts';
import { diffPassages } from '../../content/word-diff.ts';
import { type ConsoleRequest, formField, type FormValues, type LoadPage } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import { readFeedTitles } from '../content/feed-titles.ts';
import { listAddress } from '../content/filter.ts';
import { itemFieldLabel } from './item-fields.ts';
import { readItemForm, type FieldProblem, buildItemForm, isTextTooLong } from './item-form.ts';
import { createShare } from '../share-links.ts';
import { livePagePath } from '../published/page.ts';
import { readTranscripts } from '../../content/transcripts/spoken-items.ts';
import { translateFileProblem } from '../messages/problems.ts';
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';

export interface OpenItem {
  outcome: 'found';
  folder: ItemFolder;
  id: string;
  revision: string;
  /** Item as it will be after approval: an edit keeps what the creator set on the published version. */
  file: ItemFile;
  conflicts: Conflict[];
  /** Published version that an edit would replace. */
  published?: ItemFile;
}

export async function openItem(
  desk: ReviewDesk,
  folder: ItemFolder,
  id: string,
): Promise<OpenItem | NotFound | Invalid> {
  const result = await readItem(desk, folder, id);
  if (result.outcome !== 'found') return result;
  const { item, body, revision } = result;
  if (folder !== 'inbox') return { outcome: 'found', folder, id, revision, file: { item, body }, conflicts: [] };
  const published = await findItem(desk, 'published', id);
  const proposal = createProposal({ item, body }, published);
  return { outcome: 'found', folder, id, revision, ...proposal, ...(published && { published }) };
}

/** Returns a placeholder for a missing file, so that the input can still be shown. */
export const placeholderItem = (folder: ItemFolder, id: string, form: FormValues, now: Date): OpenItem => ({
  outcome: 'found',
  folder,
  id,
  revision: '',
  file: {
    item: {
      id,
      type: itemTypes.find((type) => type === formField(form, 'type')) ?? 'article',
      title: id,
      date: now.toISOString(),
      keywords: [],
      themeIds: [],
    },
    body: '',
  },
  conflicts: [],
});

export interface SubmittedItem {
  form: FormValues;
  problems: FieldProblem[];
  t: ConsoleTranslate;
  /** True to compare the input with the stored item. */
  isConflict?: boolean;
}

/** Compares the shown version with a stored one, which `changesAgainst` names. */
function compareVersions(
  changesAgainst: NonNullable<ItemModel['changesAgainst']>,
  stored: ItemFile | undefined,
  shown: ItemFile,
): Pick<ItemModel, 'changes' | 'changesAgainst'> {
  if (!stored) return { changes: [] };
  const changes = listChangedFields(stored, shown).map(({ name, before, after }) => ({
    label: itemFieldLabel(name),
    passages: diffPassages(before, after),
  }));
  return { changes, changesAgainst };
}

export async function loadItemModel(
  deps: ConsoleDeps,
  open: OpenItem,
  back: string,
  submitted?: SubmittedItem,
): Promise<ItemModel> {
  const { folder, id, revision, file, published } = open;
  const { facts } = deps.live();
  const { themes } = facts.creator;
  const { form, problems = [], isConflict } = submitted ?? {};
  const previewFile = submitted ? readItemForm(file, submitted.form, { themes, t: submitted.t }).file : file;
  const changes = isConflict
    ? compareVersions('written', file, previewFile)
    : compareVersions('published', published, previewFile);
  const isPublished = published !== undefined || folder === 'published';
  const livePath = isPublished ? livePagePath(deps.live(), file.item) : undefined;
  return {
    folder,
    id,
    revision,
    title: file.item.title,
    type: file.item.type,
    feed: (await readFeedTitles(deps.desk))(file.item.sourceFeed),
    groups: buildItemForm(file, themes, form, problems),
    problems,
    isUndated: file.item.date === undefined,
    dateText: file.item.source?.dateText,
    preview: await buildPreview(deps.desk, previewFile, revision, facts),
    ...changes,
    conflicts: open.conflicts.map((one) => toConflictView(one, form)),
    alsoIn: await findOtherVersions(deps.desk, open),
    ...(livePath && { livePath }),
    ...(isUnpublished(open) && { share: await createShare(deps, id) }),
    back,
    isTextLeftOut: isTextTooLong(file),
  };
}

/** Returns true if this version is not public. */
const isUnpublished = ({ folder, file }: OpenItem): boolean =>
  folder === 'inbox' || (folder === 'published' && file.item.liveAt !== undefined);

const toConflictView = ({ name, mine, theirs }: Conflict, form: FormValues = {}): ConflictView => {
  const chosenSide = readConflictSide(form, name);
  return {
    name,
    label: itemFieldLabel(name),
    mine: formatFieldValue(mine),
    theirs: formatFieldValue(theirs),
    ...(chosenSide && { chosen: chosenSide }),
  };
};

/** Returns the side that the form chooses for a conflict. */
export function readConflictSide(form: FormValues, name: string): ConflictChoice['side'] | undefined {
  const side = formField(form, `side-${name}`);
  return side === 'mine' || side === 'theirs' ? side : undefined;
}

type PreviewFacts = ItemModel['preview']['facts'] & { creator: Creator };

/** Builds the preview with the transcript and pictures that will be published. */
async function buildPreview({ contentDir, now }: ReviewDesk, file: ItemFile, hash: string, facts: PreviewFacts) {
  const outside = findOutsideMedia(file).map(({ address }) => address);
  // The preview of an item without a date shows today’s.
  const date = file.item.date ?? now().toISOString();
  const roomItem = replaceItemMedia(
    toRoomItem({ ...file, item: { ...file.item, date } }, hash, facts.creator),
    outside,
    createMediaSources(readMediaLocations(contentDir)),
  );
  const [item] = await readTranscripts(contentDir, [roomItem], []);
  // Pictures are copied only after approval.
  return {
    facts: { ...facts, copiesPictures: false },
    item: item!,
    body: findRenderProblem(file.body) ?? replaceBodyMedia(file.body, roomItem),
  };
}

const otherVersionLabels: Record<ItemFolder, ConsoleMessage> = {
  inbox: 'Version in the inbox',
  published: 'Published version',
  rejected: 'Rejected version',
};

async function findOtherVersions(desk: ReviewDesk, { folder, id }: OpenItem): Promise<ItemModel['alsoIn']> {
  const others: ItemModel['alsoIn'] = [];
  for (const other of ['inbox', 'published', 'rejected'] as const) {
    if (other !== folder && (await findItem(desk, other, id)))
      others.push({ label: otherVersionLabels[other], path: `${folderPaths[other]}/${id}` });
  }
  return others;
}

async function loadItemPage(
  deps: ConsoleDeps,
  folders: ItemFolder[],
  { params, query, t }: ConsoleRequest,
): Promise<ItemModel> {
  const id = params.id!;
  if (!isItemId(id)) throw new ApiError('not_found', 'This item does not exist.');
  for (const folder of folders) {
    const open = await openItem(deps.desk, folder, id);
    if (open.outcome === 'found') return loadItemModel(deps, open, listAddress(folderPaths[folder], query.back ?? ''));
    if (open.outcome === 'invalid') {
      const why = open.problems.map((one) => translateFileProblem(t, one)).join('; ');
      throw new ApiError('not_found', t('The item cannot be shown: {why}.', { why }));
    }
  }
  throw new ApiError('not_found', 'This item no longer exists.');
}

/** Returns the page of an item from the first of the folders that contains it. */
export const createItemPage =
  (...folders: ItemFolder[]): LoadPage<ItemModel> =>
  (deps, request) =>
    loadItemPage(deps, folders, request);
