// Titles of feeds, by which lists of items name them.
import { FeedsFile } from '#contract/schemas/content-files.ts';
import type { ReviewDesk } from '../../content/review-desk.ts';
import { readContentFile } from './content-file.ts';

/** Returns the title of a feed, or its id if it has none or was removed. */
export type FeedTitle = (feed: string | undefined) => string | undefined;

export async function readFeedTitles(desk: ReviewDesk): Promise<FeedTitle> {
  const { value } = await readContentFile(desk, 'feeds.json', FeedsFile);
  const titles = new Map(value?.feeds.map(({ id, title }) => [id, title]));
  return (id = '') => titles.get(id) || id || undefined;
}
