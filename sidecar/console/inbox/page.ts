// The inbox: what waits for a decision, newest first. Only the items of the page at hand are read whole.
import type { InboxModel, UnreadableRow, WaitingRow } from './model.ts';
import { listChangedFields, shortenDiff } from '../../content/edit-summary.ts';
import { plannedDay } from '#domain/items/phases.ts';
import { createProposal } from '../../content/proposal.ts';
import { type ReviewDesk, isItemId, readItem } from '../../content/review-desk.ts';
import { isRecordingWithheld, type UnreadableFile } from '../../content/waiting-items.ts';
import { listUndoableDecisions } from '../../content/undo.ts';
import type { ConsoleDeps } from '../deps.ts';
import { feedsOf, filterOf, narrowed, pageOfItems, type Query } from '../content/filter.ts';
import { type DecidedList, matchingOf } from '../content/decide-many.ts';
import { labelOf } from '../item/item-fields.ts';
import { namesIn, shelfOf } from '../content/shelf.ts';

export async function inboxModel({ desk }: Pick<ConsoleDeps, 'desk'>, from: Query) {
  const [{ heads, unreadable }, published] = [await shelfOf(desk, 'inbox'), await namesIn(desk, 'published')];
  const filter = filterOf(from);
  const matching = narrowed(heads, filter, new Set(published));
  const { items, pages } = pageOfItems(matching, '/inbox', from);
  const rows = await Promise.all(items.map(({ id }) => rowOf(desk, id)));
  const [undo] = await listUndoableDecisions(desk);
  const model: InboxModel = {
    filter,
    feeds: feedsOf(heads),
    // Decided about this moment.
    rows: rows.filter((row) => row !== undefined),
    pages,
    unreadable: unreadable.map(unreadableRow),
    ...matchingOf(matching, items.length, filter.feed !== undefined),
    ...(undo && { undo }),
  };
  return model;
}

async function rowOf(desk: ReviewDesk, id: string): Promise<WaitingRow | undefined> {
  const found = await readItem(desk, 'inbox', id);
  if (found.outcome !== 'found') return undefined;
  const { item, revision } = found;
  const { withheld = [] } = item.source ?? {};
  const older = await readItem(desk, 'published', id);
  const { file, conflicts } = createProposal(found, older.outcome === 'found' ? older : undefined);
  const changes = older.outcome === 'found' ? listChangedFields(older, file) : undefined;
  return {
    id,
    revision,
    title: item.title,
    type: item.type,
    feed: item.sourceFeed,
    day: item.date.slice(0, 10),
    plannedDay: plannedDay(file.item, desk.now().getTime()),
    summary: item.summary,
    conflicts: conflicts.map(({ name }) => labelOf(name)),
    withheld: withheld.map(labelOf),
    isSilent: isRecordingWithheld(withheld),
    ...(changes && {
      changes: changes.map(({ name, before, after }) => ({ name: labelOf(name), runs: shortenDiff(before, after) })),
    }),
  };
}

export function unreadableRow({ name, problems }: UnreadableFile): UnreadableRow {
  const id = name.slice(0, -'.md'.length);
  return { name, problems, ...(isItemId(id) && { id }) };
}

export const inboxList: DecidedList = { folder: 'inbox', view: 'inbox', model: inboxModel };
