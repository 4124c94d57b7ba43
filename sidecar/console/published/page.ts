// Lists of published and rejected items. They use the folder index and read no file in full.
import { SkippedItems, skippedItemsFile } from '#contract/schemas/skipped-items.ts';
import { folderPaths } from '../item/model.ts';
import { pagePath } from '#domain/links.ts';
import type { ReviewDesk } from '../../content/review-desk.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import type { UnreadableFile } from '../../content/waiting-items.ts';
import type { Release } from '../../release/release.ts';
import { readContentFile } from '../content/content-file.ts';
import { type ItemList, offerMatching } from '../content/decide-many.ts';
import { listUndoableDecisions } from '../../content/undo.ts';
import type { ConsoleDeps } from '../deps.ts';
import type { PageModel } from '../page.ts';
import { type FeedTitle, readFeedTitles } from '../content/feed-titles.ts';
import { countByFeed, readItemFilter, filterItems, paginateItems, type ListQuery } from '../content/filter.ts';
import { unreadableRow } from '../inbox/page.ts';
import { type ItemSummary, listItemFiles, readFolderIndex } from '../content/folder-index.ts';

type ListedFolder = 'published' | 'rejected';

export const loadItemList =
  (folder: ListedFolder) =>
  async ({ desk, live }: ConsoleDeps, from: ListQuery) => {
    const { items: heads, unreadable } = await readFolderIndex(desk, folder);
    const leftOut = folder === 'published' ? await readSkippedItems(desk, unreadable) : [];
    const waiting = new Set(await listItemFiles(desk, 'inbox'));
    const filter = readItemFilter(from);
    const titleOf = await readFeedTitles(desk);
    const matching = filterItems(heads, filter);
    const { items, pages } = paginateItems(matching, folderPaths[folder], from);
    const [undo] = await listUndoableDecisions(desk);
    return {
      folder,
      filter,
      feeds: countByFeed(heads, titleOf),
      rows: items.map((head) => buildListRow(head, live(), waiting, titleOf)),
      pages,
      unreadable: [...unreadable, ...leftOut].map(unreadableRow),
      ...offerMatching(matching, items.length, filter.feed !== undefined),
      undo,
    };
  };

export type ListedModel = PageModel<ReturnType<typeof loadItemList>>;

export const itemListOf = (folder: ListedFolder): ItemList => ({
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

function buildListRow(head: ItemSummary, release: Release, waiting: Set<string>, titleOf: FeedTitle) {
  const { id, title, typeName, sourceFeed, day, hiddenOn = [], liveAt, writtenAt } = head;
  const page = livePagePath(release, head);
  return {
    id,
    /** Version that the creator sees. Decisions about another version are rejected. */
    revision: String(writtenAt),
    title,
    typeName,
    feed: titleOf(sourceFeed),
    day,
    hiddenOn,
    /** RFC 3339 time until which the item is secret. */
    liveAt,
    /** True if an edit of it is in the inbox. */
    isEditWaiting: waiting.has(`${id}.md`),
    /** Path of its public page. */
    live: hiddenOn.includes('mediaRoom') ? undefined : page,
  };
}

export type ListedRow = ReturnType<typeof buildListRow>;

/** Returns the path of the item's public page, or undefined if no build has made it. */
export function livePagePath(
  { pages }: Pick<Release, 'pages'>,
  item: Pick<ItemSummary, 'id' | 'type' | 'liveAt'>,
): string | undefined {
  const path = pagePath(item);
  return !item.liveAt && pages.has(path.split('#')[0]!) ? path : undefined;
}
