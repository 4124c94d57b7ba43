// Finds the facts of the show that the podcast feed describes.
import type { Channel } from '#contract/schemas/content-files.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { episodesOf } from './entries.ts';

function mostFrequent(values: string[]): string | undefined {
  const groups = [...Map.groupBy(values, (value) => value)];
  return groups.sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

export const podcastTitle = (room: Room): string =>
  room.creator.podcast?.title ??
  mostFrequent(episodesOf(room).flatMap(({ podcast }) => podcast || [])) ??
  room.creator.publication;

/** Returns the facts of the show: those of the feed that most episodes come from, and the creator's own. */
export function showFacts({ creator, channels = {} }: Room, episodes: RoomItem[]): Channel {
  const { category, subcategory, email, funding, title: _title, image: _image, ...own } = creator.podcast ?? {};
  const channel = channels[mostFrequent(episodes.flatMap(({ sourceFeed }) => sourceFeed ?? [])) ?? ''] ?? {};
  return {
    ...channel,
    ...own,
    ...(category && { categories: [{ name: category, ...(subcategory && { subcategory }) }] }),
    ...(email && { owner: { name: creator.name, email } }),
    ...(funding && { funding: [{ url: funding }] }),
  };
}
