// What a podcast app wants of an episode: iTunes and Podcasting 2.0 tags.
import { contentTypes } from '#contract/content-types.ts';
import { itemPicture } from '#domain/links.ts';
import type { Room } from '#domain/room.ts';
import { withAllForms } from '#domain/transcripts/own-transcript.ts';
import { coverUrl } from './covers.ts';
import { enclosureOf, type FeedEntry } from './entries.ts';
import { xmlText } from '#domain/text/markup.ts';

export function episodeTags(room: Room, { item, author }: FeedEntry) {
  const enclosure = enclosureOf(item);
  if (!enclosure) return {};
  // Covers are made for episodes; other recordings have pictures of any shape.
  const picture = contentTypes[item.type].isPodcast ? itemPicture(item) : undefined;
  const image = picture && coverUrl(room, picture);
  const { durationSeconds, season, episode, episodeType, explicit, transcripts, chaptersUrl, persons } = item;
  return {
    enclosures: [enclosure],
    itunes: {
      author,
      explicit: explicit ?? false,
      ...(durationSeconds !== undefined && { duration: Math.round(durationSeconds) }),
      ...(image && { image }),
      ...(season !== undefined && { season }),
      ...(episode !== undefined && { episode }),
      ...(episodeType && { episodeType }),
    },
    podcast: {
      ...(transcripts && { transcripts: withAllForms(transcripts, room, item) }),
      ...(chaptersUrl && { chapters: { url: chaptersUrl, type: 'application/json+chapters' } }),
      ...(persons && {
        persons: persons.map(({ name, role, href }) => ({ display: xmlText(name), role, href })),
      }),
      ...(season !== undefined && { season: { number: season } }),
      ...(episode !== undefined && { episode: { number: episode } }),
    },
  };
}
