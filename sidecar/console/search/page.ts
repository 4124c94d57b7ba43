// Console search over items of any state and everything that strangers requested or sent.
import { consolePath } from '#domain/live-pages.ts';
import { createNumberedPager, queryPage, pageSize, queryText, withQuery } from '../listing.ts';
import type { ConsoleRequest, PageModel } from '../page.ts';
import type { ItemFolder } from '../../content/review-desk.ts';
import { readFolderIndex } from '../content/folder-index.ts';
import { folderPaths } from '../item/model.ts';
import type { ConsoleDeps } from '../deps.ts';
import type { ConsoleContribution } from '../contribution.ts';
import type { HitPage, SearchHit, SearchKind, HitWindow } from './hits.ts';

const states = {
  inbox: { label: 'Waiting', tone: 'waiting' },
  published: { label: 'Published', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'over' },
} as const satisfies Record<ItemFolder, SearchHit['state']>;

/** Returns items of any state, newest first. An edit in the inbox is listed next to the published item. */
async function findItems({ desk }: ConsoleDeps, words: string[], { limit, offset }: HitWindow): Promise<HitPage> {
  const lowerCaseWords = words.map((word) => word.toLowerCase());
  const listFolderHits = async (folder: ItemFolder) => {
    const { items: heads } = await readFolderIndex(desk, folder);
    const matchingHeads = heads.filter(({ id, words }) =>
      lowerCaseWords.every((word) => words.includes(word) || id.includes(word)),
    );
    return matchingHeads.map((head) => ({ head, folder }));
  };
  const all = (await Promise.all((['inbox', 'published', 'rejected'] as const).map(listFolderHits)))
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

const splitWords = (words: string): string[] => words.split(/\s+/).filter(Boolean).slice(0, maxWords);

interface SearchWindow {
  limit: number;
  page: number;
}

/** Returns the kinds that have hits. `more` is the path below /console of all hits, if some are not shown. */
async function findGroups(deps: ConsoleDeps, kinds: SearchKind[], words: string, { limit, page }: SearchWindow) {
  const groups = [];
  for (const { name: kind, label, find } of kinds) {
    const { hits, total } = await find(deps, splitWords(words), { limit, offset: (page - 1) * limit });
    const more = kinds.length > 1 && total > hits.length ? withQuery(path, { words, kind }) : undefined;
    if (hits.length > 0) groups.push({ kind, label, total, hits, more });
  }
  return groups;
}

/** Searches one kind page by page, or shows the first hits of every kind. */
export const createSearchPage = (contributions: ConsoleContribution[]) => {
  const kinds = readKinds(contributions);
  return async (deps: ConsoleDeps, request: ConsoleRequest) => {
    const words = queryText(request, 'words')?.trim() ?? '';
    if (words === '') return { words, groups: [], pager: {} };
    const kind = kinds.find(({ name }) => name === queryText(request, 'kind'));
    if (!kind)
      return { words, groups: await findGroups(deps, kinds, words, { limit: hitsPerKind, page: 1 }), pager: {} };
    const page = queryPage(request);
    const groups = await findGroups(deps, [kind], words, { limit: pageSize, page });
    const hasMore = groups.some(({ total }) => total > page * pageSize);
    return {
      words,
      /** Name of the only kind that is shown. */
      kind: kind.name,
      groups,
      pager: createNumberedPager(path, { words, kind: kind.name }, page, hasMore),
    };
  };
};

export type SearchModel = PageModel<ReturnType<typeof createSearchPage>>;
