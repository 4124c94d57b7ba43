// Console search over items of any state and everything that strangers requested or sent.
import { consolePath } from '#domain/live-pages.ts';
import { numberedPager, queryPage, pageSize, queryText, withQuery } from '../listing.ts';
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

const splitWords = (words: string): string[] => words.split(/\s+/).filter(Boolean).slice(0, maxWords);

/** Returns the first hits of each kind. */
async function searchAllKinds(deps: ConsoleDeps, kinds: SearchKind[], words: string): Promise<SearchModel> {
  const groups: HitGroup[] = [];
  for (const { name: kind, label, find } of kinds) {
    const { hits, total } = await find(deps, splitWords(words), { limit: hitsPerKind, offset: 0 });
    const more = total > hits.length && withQuery(path, { words, kind });
    if (hits.length > 0) groups.push({ kind, label, total, hits, ...(more && { more }) });
  }
  return { words, groups, pager: {} };
}

/** Returns one page of the hits of a kind. */
async function searchKind(deps: ConsoleDeps, kind: SearchKind, words: string, page: number): Promise<SearchModel> {
  const { name, label, find } = kind;
  const { hits, total } = await find(deps, splitWords(words), { limit: pageSize, offset: (page - 1) * pageSize });
  return {
    words,
    kind: name,
    groups: hits.length > 0 ? [{ kind: name, label, total, hits }] : [],
    pager: numberedPager(path, { words, kind: name }, page, hits.length > 0 && total > page * pageSize),
  };
}

export const searchPage = (contributions: ConsoleContribution[]): LoadPage<SearchModel> => {
  const kinds = readKinds(contributions);
  return async (deps, request) => {
    const words = queryText(request, 'words')?.trim() ?? '';
    if (words === '') return { words: '', groups: [], pager: {} };
    const kind = kinds.find(({ name }) => name === queryText(request, 'kind'));
    return kind ? searchKind(deps, kind, words, queryPage(request)) : searchAllKinds(deps, kinds, words);
  };
};
