// From a question to items: its words, and pairs of them, as topics of the content index.
import type { ContentItem } from '#contract/schemas/content.ts';
import type { Ask } from '../http/handler.ts';

const shownAtMost = 5;
const wordsAtMost = 40;
const lettersAtMost = 50;

/** Each word, without a plural s too, and each pair of neighbours. */
function topicsOf(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  const asked = words.filter(({ length }) => length <= lettersAtMost).slice(0, wordsAtMost);
  const pairs = asked.slice(1).map((word, i) => `${asked[i]} ${word}`);
  return [...new Set([...asked, ...pairs].flatMap((word) => [word, word.replace(/s$/, '')]))].filter(Boolean);
}

/** Those that most topics name come first, and the newest among them. */
export async function findItems(ask: Ask, question: string): Promise<ContentItem[]> {
  const found = new Map<string, { item: ContentItem; hits: number }>();
  for (const topic of topicsOf(question)) {
    const { text } = await ask('contentIndex', { query: { topic, limit: shownAtMost } });
    for (const item of (JSON.parse(text) as { items: ContentItem[] }).items) {
      const { hits = 0 } = found.get(item.id) ?? {};
      found.set(item.id, { item, hits: hits + 1 });
    }
  }
  const ranked = [...found.values()].sort((a, b) => b.hits - a.hits || (a.item.date < b.item.date ? 1 : -1));
  return ranked.slice(0, shownAtMost).map(({ item }) => item);
}
