// From a question to items: what is filed under its words and pairs of them, then what its words are found in.
import { ApiError } from '#contract/errors.ts';
import { searchMaxCharacters, searchMaxTerms } from '#contract/limits.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { Ask } from '../server/handler.ts';

const shownAtMost = 5;
const wordsAtMost = 40;
const lettersAtMost = 50;

function wordsOf(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  return words.filter(({ length }) => length <= lettersAtMost).slice(0, wordsAtMost);
}

/** Each word, without a plural s too, and each pair of neighbours. */
function topicsOf(asked: string[]): string[] {
  const pairs = asked.slice(1).map((word, i) => `${asked[i]} ${word}`);
  return [...new Set([...asked, ...pairs].flatMap((word) => [word, word.replace(/s$/, '')]))].filter(Boolean);
}

/** Those that most topics name come first, and the newest among them. */
async function filed(ask: Ask, words: string[]): Promise<ContentItem[]> {
  const found = new Map<string, { item: ContentItem; hits: number }>();
  for (const topic of topicsOf(words)) {
    const { text } = await ask('contentIndex', { query: { topic, limit: shownAtMost } });
    for (const item of (JSON.parse(text) as { items: ContentItem[] }).items) {
      const { hits = 0 } = found.get(item.id) ?? {};
      found.set(item.id, { item, hits: hits + 1 });
    }
  }
  const ranked = [...found.values()].sort((a, b) => b.hits - a.hits || (a.item.date < b.item.date ? 1 : -1));
  return ranked.map(({ item }) => item);
}

/** Each with the passages that say so. */
async function searched(ask: Ask, words: string[]): Promise<ContentItem[]> {
  const q = [...new Set(words)].slice(0, searchMaxTerms).join(' ').slice(0, searchMaxCharacters);
  try {
    const { text } = await ask('search', { query: { q, limit: shownAtMost } });
    return (JSON.parse(text) as { items: ContentItem[] }).items;
  } catch (error) {
    // No word of the question says anything.
    if (error instanceof ApiError && error.kind === 'bad_request') return [];
    throw error;
  }
}

export async function findItems(ask: Ask, question: string): Promise<ContentItem[]> {
  const words = wordsOf(question);
  if (words.length === 0) return [];
  const found = await filed(ask, words);
  if (found.length >= shownAtMost) return found.slice(0, shownAtMost);
  const known = new Set(found.map(({ id }) => id));
  const further = (await searched(ask, words)).filter(({ id }) => !known.has(id));
  return [...found, ...further].slice(0, shownAtMost);
}
