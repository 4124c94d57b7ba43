// The titles of a section in one file, for those who look for one in a long list.
import { type Section, sections } from '#contract/content-types.ts';
import { madeOnce } from '#domain/items/made-once.ts';
import { type Artifact, fileOf, mediaTypes } from '#domain/release/artifact.ts';
import { pagePath } from '#domain/links.ts';
import { indexUpdatedAt, type Room } from '#domain/room.ts';
import { isLongList, runOf, shown } from './pages.ts';

export const titlesPath = (section: string): string => `/${section}/titles.json`;

/** Title, address, day, and what else it may be known by: names and keywords. */
const lineOf = madeOnce((_: Room, item): string =>
  JSON.stringify([
    item.title,
    pagePath(item),
    item.date.slice(0, 10),
    [...(item.persons ?? []).map(({ name }) => name), ...item.keywords].join(' '),
  ]),
);

function titlesOf(room: Room, section: Section): Artifact {
  const [path, items] = [titlesPath(section), shown(room, section)];
  const body = () => `[${items.map((item) => lineOf(room, item)).join()}]`;
  const { digest: key } = runOf(room, path, items);
  return { path, file: fileOf(path), type: mediaTypes.json, changedAt: indexUpdatedAt(room), key, body };
}

/** Only of long lists. */
export const titles = (room: Room): Artifact[] =>
  sections.filter((section) => isLongList(shown(room, section).length)).map((section) => titlesOf(room, section));
