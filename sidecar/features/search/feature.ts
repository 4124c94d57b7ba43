// Search and lists: the content index, items, and the pages with results.
import type { Feature } from '../feature.ts';
import { contentIndex, contentIndexBundle } from './content-index.ts';
import { listHandlers, people, wholeItem } from './lists.ts';
import { addQueryPages } from './pages/query-pages.ts';
import { search } from './search.ts';

export const searchFeature = {
  handlers: { contentIndex, contentIndexBundle, ...listHandlers, people, item: wholeItem, search },
  addPages: addQueryPages,
} satisfies Feature;
