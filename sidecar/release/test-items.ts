// For tests: items of the content index.
import type { ContentItem } from '#contract/schemas/content.ts';

export { itemsInMemory } from './stored-items.ts';

export const testItem = (id: string, more: Partial<ContentItem> = {}): ContentItem => ({
  type: 'article',
  id,
  title: id,
  url: `https://room.example/articles/${id}`,
  date: '2026-05-01',
  publishedAt: '2026-05-01T00:00:00Z',
  lastModified: 'Fri, 01 May 2026 00:00:00 GMT',
  keywords: [],
  themeIds: [],
  ...more,
});
