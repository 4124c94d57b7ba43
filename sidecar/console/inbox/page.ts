// Inbox: items that wait for a decision, newest first. Only the items of the current page are read in full.
import { listChangedFields, shortenDiff } from '../../content/edit-summary.ts';
import { plannedDay } from '#domain/items/phases.ts';
import { createProposal } from '../../content/proposal.ts';
import { type ReviewDesk, isItemId, findItem } from '../../content/review-desk.ts';
import { isRecordingWithheld, type UnreadableFile } from '../../content/waiting-items.ts';
import { listUndoableDecisions } from '../../content/undo.ts';
import type { ConsoleDeps } from '../deps.ts';
import { type FeedTitle, readFeedTitles } from '../content/feed-titles.ts';
import { countByFeed, readItemFilter, filterItems, paginateItems, type ListQuery } from '../content/filter.ts';
import { type ItemList, offerMatching } from '../content/decide-many.ts';
import { itemTypeName } from '../content/model.ts';
import { itemFieldLabel } from '../item/item-fields.ts';
import { listItemFiles, readFolderIndex } from '../content/folder-index.ts';

export async function loadInboxModel({ desk }: Pick<ConsoleDeps, 'desk'>, from: ListQuery) {
  const [{ items: heads, unreadable }, published] = [
    await readFolderIndex(desk, 'inbox'),
    await listItemFiles(desk, 'published'),
  ];
  const filter = readItemFilter(from);
  const titleOf = await readFeedTitles(desk);
  const matching = filterItems(heads, filter, new Set(published));
  const { items, pages } = paginateItems(matching, '/inbox', from);
  const rows = await Promise.all(items.map(({ id }) => readInboxRow(desk, id, titleOf)));
  const [undo] = await listUndoableDecisions(desk);
  return {
    filter,
    feeds: countByFeed(heads, titleOf),
    // Skips items that were decided about meanwhile.
    rows: rows.filter((row) => row !== undefined),
    pages,
    unreadable: unreadable.map(unreadableRow),
    ...offerMatching(matching, items.length, filter.feed !== undefined),
    undo,
  };
}

export type InboxModel = Awaited<ReturnType<typeof loadInboxModel>>;
export type InboxRow = InboxModel['rows'][number];

async function readInboxRow(desk: ReviewDesk, id: string, titleOf: FeedTitle) {
  const waitingItem = await findItem(desk, 'inbox', id);
  if (!waitingItem) return undefined;
  const { item, revision } = waitingItem;
  const { withheld = [] } = item.source ?? {};
  const published = await findItem(desk, 'published', id);
  const { file, conflicts } = createProposal(waitingItem, published);
  return {
    id,
    /** Version that the creator sees. Decisions about another version are rejected. */
    revision,
    title: item.title,
    typeName: itemTypeName(item),
    feed: titleOf(item.sourceFeed),
    day: item.date?.slice(0, 10),
    /** Date that the source states and that cannot be read. */
    dateText: item.source?.dateText,
    plannedDay: plannedDay(file.item, desk.now().getTime()),
    summary: item.summary ?? item.contentWarning?.text,
    /** Labels of fields that both the creator and the source changed. */
    conflicts: conflicts.map(({ name }) => itemFieldLabel(name)),
    /** Labels of fields from which ingest removed an address with a personal key. */
    withheld: withheld.map(itemFieldLabel),
    isSilent: isRecordingWithheld(withheld),
    isTeaser: file.item.access === 'source',
    /** Changes that an edit makes to the published item, by field; undefined for new items. */
    changes:
      published &&
      listChangedFields(published, file).map(({ name, before, after }) => ({
        name: itemFieldLabel(name),
        runs: shortenDiff(before, after),
      })),
  };
}

/** Adds the item's id, if the name of the file is one. Only then can the file be rejected in the console. */
export function unreadableRow({ name, problems }: UnreadableFile) {
  const id = name.slice(0, -'.md'.length);
  return { name, problems, id: isItemId(id) ? id : undefined };
}

export const inboxList: ItemList = { folder: 'inbox', view: 'inbox', model: loadInboxModel };
