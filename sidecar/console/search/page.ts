// Console search over items of any state and everything that strangers requested or sent.
import { consolePath } from '#domain/live-pages.ts';
import { queryChoice, numberedPager, queryPage, pageSize, queryText, withQuery } from '../listing.ts';
import type { LoadPage } from '../page.ts';
import type { ItemFolder } from '../../content/review-desk.ts';
import { readFolderIndex } from '../content/folder-index.ts';
import { folderPaths } from '../item/model.ts';
import type { ConsoleDeps } from '../deps.ts';
import type { ConsoleContribution } from '../contribution.ts';
import type { HitPage, SearchHit, SearchKind, HitWindow } from './hits.ts';
import type { HitGroup, SearchModel } from './model.ts';

const states = {
  inbox: { label: 'Waiting', tone: 'waiting' },
  published: { label: 'Published', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'over' },
} as const satisfies Record<ItemFolder, SearchHit['state']>;

/** Returns items of any state, newest first. An edit in the inbox is listed next to the published item. */
async function findItems({ desk }: ConsoleDeps, words: string[], { limit, offset }: HitWindow): Promise<HitPage> {
  const lowerCaseWords = words.map((word) => word.toLowerCase());
  const ofFolder = async (folder: ItemFolder) => {
    const { items: heads } = await readFolderIndex(desk, folder);
    const matchingHeads = heads.filter(({ id, words }) =>
      lowerCaseWords.every((word) => words.includes(word) || id.includes(word)),
    );
    return matchingHeads.map((head) => ({ head, folder }));
  };
  const all = (await Promise.all((['inbox', 'published', 'rejected'] as const).map(ofFolder)))
    .flat()
    .sort((one, other) => other.head.date - one.head.date);
  const hits = all.slice(offset, offset + limit).map(({ head: { id, title, type, date }, folder }) => ({
    title,
    type,
    href: `${consolePath}${folderPaths[folder]}/${id}`,
    state: states[folder],
    at: date,
  }));
  return { hits, total: all.length };
}

const itemsKind: SearchKind = { name: 'items', label: 'Items', order: 10, find: findItems };

const path = '/search';
/** Number of hits per kind in the overview. */
const hitsPerKind = 8;
const maxWords = 10;

const readKinds = (contributions: ConsoleContribution[]): SearchKind[] =>
  [itemsKind, ...contributions.flatMap(({ searchKinds = [] }) => searchKinds)].sort(
    (one, other) => one.order - other.order,
  );

export const searchPage = (contributions: ConsoleContribution[]): LoadPage<SearchModel> => {
  const kinds = readKinds(contributions);
  return async (deps, request) => {
    const words = queryText(request, 'words')?.trim() ?? '';
    const name = queryChoice(
      request,
      'kind',
      kinds.map((one) => one.name),
    );
    const list = words.split(/\s+/).filter(Boolean).slice(0, maxWords);
    if (list.length === 0) return { words: '', groups: [], pager: {} };
    const page = name ? queryPage(request) : 1;
    const window = name ? { limit: pageSize, offset: (page - 1) * pageSize } : { limit: hitsPerKind, offset: 0 };
    const groups: HitGroup[] = [];
    for (const { name: kind, label, find } of kinds.filter((one) => name === undefined || one.name === name)) {
      const { hits, total } = await find(deps, list, window);
      const more = !name && total > hits.length && withQuery(path, { words, kind });
      if (hits.length > 0) groups.push({ kind, label, total, hits, ...(more && { more }) });
    }
    const hasMore = name !== undefined && (groups[0]?.total ?? 0) > page * pageSize;
    const pager = numberedPager(path, { words, kind: name }, page, hasMore);
    return { words, ...(name && { kind: name }), groups, pager };
  };
};
