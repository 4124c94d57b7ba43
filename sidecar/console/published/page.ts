// What is published, and what was rejected: lists that need no file to be read whole.
import { SkippedItems, skippedItemsFile } from '#contract/schemas/skipped-items.ts';
import { folderPaths } from '../item/model.ts';
import type { ListedModel, ListedRow } from './model.ts';
import { pagePath } from '#domain/links.ts';
import type { ReviewDesk } from '../../content/review-desk.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import type { UnreadableFile } from '../../content/waiting-items.ts';
import type { Release } from '../../release/release.ts';
import { readContentFile } from '../content/content-file.ts';
import { type DecidedList, matchingOf } from '../content/decide-many.ts';
import { listUndoableDecisions } from '../../content/undo.ts';
import type { ConsoleDeps } from '../deps.ts';
import { feedsOf, filterOf, narrowed, pageOfItems, type Query } from '../content/filter.ts';
import { unreadableRow } from '../inbox/page.ts';
import { type Head, namesIn, shelfOf } from '../content/shelf.ts';

export const listedModel =
  (folder: ListedModel['folder']) =>
  async ({ desk, live }: ConsoleDeps, from: Query): Promise<ListedModel> => {
    const { heads, unreadable } = await shelfOf(desk, folder);
    const leftOut = folder === 'published' ? await leftOutOf(desk, unreadable) : [];
    const waiting = new Set(await namesIn(desk, 'inbox'));
    const filter = filterOf(from);
    const matching = narrowed(heads, filter);
    const { items, pages } = pageOfItems(matching, folderPaths[folder], from);
    const [undo] = await listUndoableDecisions(desk);
    return {
      folder,
      filter,
      feeds: feedsOf(heads),
      rows: items.map((head) => rowOf(head, live(), waiting)),
      pages,
      unreadable: [...unreadable, ...leftOut].map(unreadableRow),
      ...matchingOf(matching, items.length, filter.feed !== undefined),
      ...(undo && { undo }),
    };
  };

export const listOf = (folder: ListedModel['folder']): DecidedList => ({
  folder,
  view: 'published',
  model: listedModel(folder),
});

/** What the last build could not show, besides what cannot even be read. */
async function leftOutOf(desk: ReviewDesk, unreadable: UnreadableFile[]): Promise<UnreadableFile[]> {
  const { value } = await readContentFile(desk, `.build/${skippedItemsFile}`, SkippedItems);
  const named = new Set(unreadable.map(({ name }) => name));
  const here = new Set(await namesIn(desk, 'published'));
  return (value?.items ?? [])
    .filter(({ name }) => here.has(name) && !named.has(name))
    .map(({ name, problem }) => ({ name, problems: [strangerText(problem, mostOfProblem)] }));
}
const mostOfProblem = 300;

function rowOf(head: Head, release: Release, waiting: Set<string>): ListedRow {
  const { id, title, type, sourceFeed: feed, day, hiddenOn = [], liveAt, writtenAt } = head;
  const page = livePage(release, head);
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

/** Undefined until a build has made it. */
export function livePage(
  { pages }: Pick<Release, 'pages'>,
  item: Pick<Head, 'id' | 'type' | 'liveAt'>,
): string | undefined {
  const path = pagePath(item);
  return !item.liveAt && pages.has(path.split('#')[0]!) ? path : undefined;
}
