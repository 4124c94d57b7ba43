// The titles of a section in one file, for those who look for one in a long list.
import { sections } from '#contract/content-types.ts';
import { type Artifact, artifact, mediaTypes } from '#domain/release/artifact.ts';
import { pagePath } from '#domain/links.ts';
import { indexUpdatedAt, type Room, type RoomItem } from '#domain/room.ts';
import { isLongList, shown } from './pages.ts';

export const titlesPath = (section: string): string => `/${section}/titles.json`;

/** Title, address, day, and what else it may be known by: names and keywords. */
const lineOf = (item: RoomItem): string[] => [
  item.title,
  pagePath(item),
  item.date.slice(0, 10),
  [...(item.persons ?? []).map(({ name }) => name), ...item.keywords].join(' '),
];

/** Only of long lists. */
export const titles = (room: Room): Artifact[] =>
  sections
    .filter((section) => isLongList(shown(room, section).length))
    .map((section) =>
      artifact(titlesPath(section), mediaTypes.json, indexUpdatedAt(room), () =>
        JSON.stringify(shown(room, section).map(lineOf)),
      ),
    );
