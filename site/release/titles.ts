// Lists the titles of a section for searching a long list. They are split into files so that a change usually affects
// only one; another file lists their addresses.
import { type PagedSectionName, pagedSectionNames } from '#contract/content-types.ts';
import { sha256 } from '#domain/ids.ts';
import { chunkNewestFiner } from '#domain/lists/chunk-by-content.ts';
import { type Artifact, createArtifact, mediaTypes } from '#domain/release/artifact.ts';
import { pagePath } from '#domain/links.ts';
import { translatorFor } from '#domain/messages/messages.ts';
import { itemDay, indexUpdatedAt, type Room, type RoomItem } from '#domain/room.ts';
import { isLongList, summarizeItems, itemsOfSection } from './pages.ts';

/** Returns the path of the file that lists the title files, newest first. */
export const titlesPath = (section: string): string => `/${section}/titles.json`;

/** Renders title, address, day, names and keywords, and the planned state of an item. */
const titleLine = ({ creator }: Room, item: RoomItem): string =>
  JSON.stringify([
    item.title,
    pagePath(item),
    itemDay(item),
    [...(item.persons ?? []).map(({ name }) => name), ...item.keywords].join(' '),
    ...(item.isPlanned ? [translatorFor(creator.language)('stream.upcoming')] : []),
  ]);

function titleFiles(room: Room, section: PagedSectionName): Artifact[] {
  const changedAt = indexUpdatedAt(room);
  const file = (items: RoomItem[], at: number): Artifact => {
    const path = `/${section}/titles/${at + 1}.json`;
    const inputs = sha256(summarizeItems(items).digest + (room.frame ?? ''));
    const body = () => `[${items.map((item) => titleLine(room, item))}]`;
    return createArtifact(path, mediaTypes.json, changedAt, body, inputs);
  };
  const files = chunkNewestFiner(itemsOfSection(room, section)).map(file).reverse();
  const names = () => JSON.stringify(files.map(({ path }) => path));
  return [createArtifact(titlesPath(section), mediaTypes.json, changedAt, names), ...files];
}

export const titleDocuments = (room: Room): Artifact[] =>
  pagedSectionNames
    .filter((section) => isLongList(itemsOfSection(room, section).length))
    .flatMap((section) => titleFiles(room, section));
