// Lists of published and rejected items. They use the folder index and read no file in full.
import { SkippedItems, skippedItemsFile } from '#contract/schemas/skipped-items.ts';
import { folderPaths } from '../item/model.ts';
import type { ListedModel, ListedRow } from './model.ts';
import { pagePath } from '#domain/links.ts';
import type { ReviewDesk } from '../../content/review-desk.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import type { UnreadableFile } from '../../content/waiting-items.ts';
import type { Release } from '../../release/release.ts';
import { readContentFile } from '../content/content-file.ts';
import { type ItemList, offerMatching } from '../content/decide-many.ts';
import { listUndoableDecisions } from '../../content/undo.ts';
import type { ConsoleDeps } from '../deps.ts';
import { countByFeed, readItemFilter, filterItems, paginateItems, type ListQuery } from '../content/filter.ts';
import { unreadableRow } from '../inbox/page.ts';
import { type ItemSummary, listItemFiles, readFolderIndex } from '../content/folder-index.ts';

export const loadItemList =
  (folder: ListedModel['folder']) =>
  async ({ desk, live }: ConsoleDeps, from: ListQuery): Promise<ListedModel> => {
    const { items: heads, unreadable } = await readFolderIndex(desk, folder);
    const leftOut = folder === 'published' ? await readSkippedItems(desk, unreadable) : [];
    const waiting = new Set(await listItemFiles(desk, 'inbox'));
    const filter = readItemFilter(from);
    const matching = filterItems(heads, filter);
    const { items, pages } = paginateItems(matching, folderPaths[folder], from);
    const [undo] = await listUndoableDecisions(desk);
    return {
      folder,
      filter,
      feeds: countByFeed(heads),
      rows: items.map((head) => buildListRow(head, live(), waiting)),
      pages,
      unreadable: [...unreadable, ...leftOut].map(unreadableRow),
      ...offerMatching(matching, items.length, filter.feed !== undefined),
      ...(undo && { undo }),
    };
  };

export const itemListOf = (folder: ListedModel['folder']): ItemList => ({
  folder,
  view: 'published',
  model: loadItemList(folder),
});

/** Reads the items that the last build skipped, except unreadable files. */
async function readSkippedItems(desk: ReviewDesk, unreadable: UnreadableFile[]): Promise<UnreadableFile[]> {
  const { value } = await readContentFile(desk, `.build/${skippedItemsFile}`, SkippedItems);
  const unreadableNames = new Set(unreadable.map(({ name }) => name));
  const here = new Set(await listItemFiles(desk, 'published'));
  return (value?.items ?? [])
    .filter(({ name }) => here.has(name) && !unreadableNames.has(name))
    .map(({ name, problem }) => ({ name, problems: [strangerText(problem, maxProblemLength)] }));
}
const maxProblemLength = 300;

function buildListRow(head: ItemSummary, release: Release, waiting: Set<string>): ListedRow {
  const { id, title, type, sourceFeed: feed, day, hiddenOn = [], liveAt, writtenAt } = head;
  const page = livePagePath(release, head);
  return {
    id,
    revision: String(writtenAt),
    title,
    type,
    feed,
    day,
    hiddenOn,
    ...(liveAt && { liveAt }),
    isEditWaiting: waiting.has(`${id}.md`),
    ...(page && !hiddenOn.includes('mediaRoom') && { live: page }),
  };
}

/** Returns the path of the item's public page, or undefined if no build has made it. */
export function livePagePath(
  { pages }: Pick<Release, 'pages'>,
  item: Pick<ItemSummary, 'id' | 'type' | 'liveAt'>,
): string | undefined {
  const path = pagePath(item);
  return !item.liveAt && pages.has(path.split('#')[0]!) ? path : undefined;
}
