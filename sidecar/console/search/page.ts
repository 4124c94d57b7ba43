// One search over all that the console has: items of any state, and what strangers asked for or sent.
import { choiceOf, numberedPager, pageOf, pageSize, textOf, withQuery } from '../listing.ts';
import type { Page } from '../page.ts';
import type { ConsoleParts } from '../parts.ts';
import { findItems } from './items.ts';
import { type HitGroup, type HitKind, kinds, type SearchModel } from './model.ts';
import { findRequests, type Window } from './requests.ts';

const path = '/search';
/** Of each kind, where all kinds are shown. */
const inOverview = 8;
const mostWords = 10;

const find = ({ parts, kind, words }: { parts: ConsoleParts; kind: HitKind; words: string[] }, window: Window) =>
  kind === 'items' ? findItems(parts, words, window) : findRequests[kind](parts.store.db, words, window);

export const searchPage: Page<SearchModel> = async (parts, asked) => {
  const words = textOf(asked, 'words')?.trim() ?? '';
  const kind = choiceOf(asked, 'kind', kinds);
  const list = words.split(/\s+/).filter(Boolean).slice(0, mostWords);
  if (list.length === 0) return { words: '', groups: [], pager: {} };
  const page = kind ? pageOf(asked) : 1;
  const window = kind ? { limit: pageSize, offset: (page - 1) * pageSize } : { limit: inOverview, offset: 0 };
  const groups: HitGroup[] = [];
  for (const one of kind ? [kind] : kinds) {
    const { hits, total } = await find({ parts, kind: one, words: list }, window);
    const more = !kind && total > hits.length && withQuery(path, { words, kind: one });
    if (hits.length > 0) groups.push({ kind: one, total, hits, ...(more && { more }) });
  }
  const hasMore = kind !== undefined && (groups[0]?.total ?? 0) > page * pageSize;
  return { words, ...(kind && { kind }), groups, pager: numberedPager(path, { words, kind }, page, hasMore) };
};
