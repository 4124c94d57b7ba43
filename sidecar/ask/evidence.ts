// Items that really speak of what a sentence is about, and what may have been meant where there are none.
import { fitting } from '#domain/lists/content-index.ts';
import { parseQuery } from '#domain/search/query.ts';
import { snippetsOf } from '#domain/search/snippets.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { Snippet } from '#contract/schemas/search.ts';
import type { Release } from '../release/release.ts';
import { speaking, whole } from '../release/speaks-of.ts';
import type { Wanted } from './interpret.ts';

export interface Evidence {
  item: ContentItem;
  snippets: Snippet[];
}

export interface Found {
  found: Evidence[];
  total: number;
  /** There may be more than that. */
  isCut?: boolean;
  /** What fits and is listed only for those who pay. */
  hidden: number;
  /** Of the sentence, what nothing here holds. */
  notFound: string[];
  didYouMean?: string;
}

/** Best first, or by date where the sentence says so. `newest`: how many of the newest items may be seen. */
export function evidenceFor({ index, texts, facts }: Release, wanted: Wanted, newest = Infinity): Found {
  const parsed = parseQuery(wanted.words, facts.creator.language);
  if (typeof parsed === 'string') return { found: [], total: 0, hidden: 0, notFound: [] };
  const query = whole(parsed);
  const { any, terms } = texts.expressions(query);
  const fits = fitting(index.memory, wanted);
  const { order } = wanted;
  const among = (isSeen: (position: number) => boolean) =>
    speaking(texts, query, any, (position) => isSeen(position) && fits(position), { order });
  const { found: all, isCut } = among((position) => position < newest);
  const found = all.map(({ position, marked }) => {
    return { item: index.items.at(position), snippets: snippetsOf(marked.texts, marked.pageUrl, texts.stem) };
  });
  const hidden = newest === Infinity ? 0 : among((position) => position >= newest).found.length;
  const missing = query.filter((_, at) => !texts.holds(terms[at]!));
  const meant = query.map((term) => (missing.includes(term) && texts.nearest(term.words.join(''))) || term.text);
  const notFound = missing.map(({ text }) => text);
  const isOther = found.length === 0 && meant.some((word, at) => word !== query[at]!.text);
  return { found, total: found.length, isCut, hidden, notFound, ...(isOther && { didYouMean: meant.join(' ') }) };
}
