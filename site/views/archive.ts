// A section's own page and its older pages: items by year, and the way to newer and older ones.
import { endpointUrl } from '#domain/links.ts';
import type { ArchivePage, Section } from '#domain/pages.ts';
import type { Room } from '#domain/room.ts';
import { type Entry, entryOf } from './entry.ts';
import type { PageHead } from './frame.ts';

const words: Record<Section, { title: string; lede: string; json: 'articles' | 'episodes' | 'streamVideos' }> = {
  articles: { title: 'Articles', lede: 'Everything written, newest first.', json: 'articles' },
  episodes: { title: 'Episodes', lede: 'Conversations to listen to, newest first.', json: 'episodes' },
  videos: { title: 'Videos', lede: 'Films and live streams, newest first.', json: 'streamVideos' },
};

export interface ArchiveView {
  head: PageHead;
  title: string;
  lede: string;
  isGrid: boolean;
  years: { year: string; entries: Entry[] }[];
  newer: string | undefined;
  older: string | undefined;
}

/** Entries in groups of a year, in the order they come. */
export function byYear<T>(entries: T[], yearOf: (entry: T) => string): { year: string; entries: T[] }[] {
  const groups = Map.groupBy(entries, yearOf);
  return [...groups].map(([year, group]) => ({ year, entries: group }));
}

export function archiveView(room: Room, page: ArchivePage): ArchiveView {
  const { title, lede, json } = words[page.section];
  const isNewest = page.newer === undefined;
  const name = isNewest ? title : `${title}, page ${page.number}`;
  return {
    head: {
      path: page.path,
      title: name,
      description: `${title} of ${room.creator.publication}. ${room.creator.oneLiner}`,
      json: endpointUrl('', json),
    },
    title: name,
    lede: isNewest ? lede : `Page ${page.number}, counted from the oldest.`,
    isGrid: page.section === 'videos',
    years: byYear(
      page.items.map((item) => entryOf(room, item)),
      ({ day }) => day.iso.slice(0, 4),
    ),
    newer: page.newer,
    older: page.older,
  };
}
