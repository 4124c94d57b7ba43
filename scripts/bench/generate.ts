// Generates a creator and any number of items, which are the same on every machine.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Creator } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { itemId } from '#domain/ids.ts';
import { formatItemFile, type ItemFile } from '#domain/items/item-file.ts';
import { article, chanceOf, type Chance, keywords, sentence, someKeywords } from './words.ts';

const firstDay = Date.UTC(2016, 0, 1);
const spanMs = Date.UTC(2026, 0, 1) - firstDay;
const batchSize = 200;

const creator: Creator = {
  name: 'Ida Measure',
  publication: 'The Long Table',
  oneLiner: 'Generated letters, of which there are many.',
  description: 'A publication that exists to be measured.',
  language: 'en',
  topics: ['Grain', 'Craft', 'Cities'],
  themes: [
    { id: 'grain', label: 'Grain', keywords: ['grain', 'rye', 'baking'] },
    { id: 'places', label: 'Places', keywords: ['cities', 'travel', 'gardens'] },
    { id: 'making', label: 'Making', keywords: ['craft', 'tools', 'repair'] },
  ],
  updatedAt: '2016-01-01',
};

/** Types of twenty items: twelve articles, three episodes, two videos, a stream and two timeline entries. */
const types: StoredItem['type'][] = [
  ...(['article', 'article', 'episode', 'article', 'timeline', 'article', 'article', 'video', 'article'] as const),
  ...(['article', 'episode', 'article', 'stream', 'article', 'article', 'episode', 'article'] as const),
  ...(['timeline', 'article', 'video'] as const),
];

function fieldsOf(type: StoredItem['type'], n: number, chance: Chance): Partial<StoredItem> {
  const durationSeconds = 300 + Math.floor(chance() * 5000);
  if (type === 'episode') {
    const audioUrl = `https://media.example.org/audio/${n}.mp3`;
    return {
      durationSeconds,
      podcast: 'Long Table Talk',
      audioUrl,
      audioType: 'audio/mpeg',
      audioBytes: 9_000_000 + n,
    };
  }
  if (type === 'video' || type === 'stream') {
    const status = type === 'stream' ? { status: 'ended' as const } : {};
    return { durationSeconds, platform: 'peertube', videoId: `v${n}`, channel: 'Long Table', viewCount: n, ...status };
  }
  return type === 'timeline' ? { kind: 'talk', location: 'Leipzig', organization: sentence(chance, 2) } : {};
}

/** Generates item `n` of `total`. Item 0 is the oldest; `n` may equal `total` for an item newer than all others. */
export function generatedItem(n: number, total: number): ItemFile {
  const chance = chanceOf(n);
  const type = types[n % types.length]!;
  const title = sentence(chance, 4 + Math.floor(chance() * 5));
  const date = `${new Date(firstDay + Math.floor((n / total) * spanMs)).toISOString().slice(0, 19)}Z`;
  const isArticle = type === 'article';
  const item = {
    id: itemId(title, `bench ${n}`),
    type,
    title,
    date,
    approvedAt: date,
    summary: `${sentence(chance, 24)}.`,
    canonicalUrl: `https://example.org/items/${n}`,
    author: 'Ida Measure',
    keywords: someKeywords(chance),
    themeIds: [],
    sourceFeed: `feed-${type}`,
    ...fieldsOf(type, n, chance),
  } as StoredItem;
  return { item, body: isArticle ? article(chance) : `${sentence(chance, 40)}.` };
}

/** Tag of the filtered query. It is the most common one, so that 1,000 items fill a page of results. */
export const commonTag = keywords[0]!;

export async function writeItem(content: string, file: ItemFile, folder = 'published'): Promise<void> {
  await writeFile(join(content, folder, `${file.item.id}.md`), formatItemFile(file));
}

export async function generateContent(content: string, total: number): Promise<void> {
  await mkdir(join(content, 'published'), { recursive: true });
  await writeFile(join(content, 'creator.json'), JSON.stringify(creator, null, 2));
  for (let from = 0; from < total; from += batchSize) {
    const numbers = Array.from({ length: Math.min(batchSize, total - from) }, (_, i) => from + i);
    await Promise.all(numbers.map((n) => writeItem(content, generatedItem(n, total))));
  }
}
