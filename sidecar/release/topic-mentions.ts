// Finds the items whose title or summary names a topic.
import { LRUCache } from 'lru-cache';
import type { FindMentions } from '#domain/lists/content-index.ts';
import { parseQuery } from '#domain/search/query.ts';
import { withWholeWords } from './relevance.ts';
import type { TextIndex } from './text-index.ts';

const cachedTopics = 500;

/** Returns a search whose results are cached, since a release does not change. */
export function createMentionFinder(
  texts: Pick<TextIndex, 'expressions' | 'rank' | 'size'>,
  language: string,
): FindMentions {
  const cache = new LRUCache<string, Uint32Array>({ max: cachedTopics });
  return (topic) => {
    const cached = cache.get(topic);
    if (cached) return cached;
    const parsed = parseQuery(topic, language);
    const query = typeof parsed === 'string' ? [] : withWholeWords(parsed);
    const { all } = texts.expressions(query);
    const found = query.length > 0 ? texts.rank(`{title summary} : (${all})`, texts.size).best : [];
    const positions = Uint32Array.from(found, ({ position }) => position).sort();
    cache.set(topic, positions);
    return positions;
  };
}
