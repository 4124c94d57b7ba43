// What only the sidecar reads of a release: facts for its answers, lists beyond their first page, and what is hidden from the API.
import { type ListName, listNames } from '#contract/content-types.ts';
import { inChunks } from '#domain/arrays.ts';
import type { HiddenItem } from '#domain/lists/content-index.ts';
import type { Lists } from '#domain/lists/lists.ts';
import { isSameList, perPart } from '#domain/lists/parts.ts';
import { linesPerFile, listFile } from '#domain/release/list-files.ts';
import { indexUpdatedAt, type RoomItem, visibleOn } from '#domain/room.ts';
import type { Plan } from './plan.ts';
import { remembered } from './remembered.ts';
import type { Settings } from './seal-files.ts';

/** The entries of each file, newest first. Files are numbered from the oldest, so a new entry changes only the last one. */
function inFiles<T>(list: T[]): T[][] {
  const parts = inChunks(list.toReversed(), linesPerFile).map((part) => part.reverse());
  return parts.length > 0 ? parts : [[]];
}

const textOf = (entries: object[]): string => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

/**
 * `before` is the list in the live release, if this process made it. Entries are the same objects in both while their items
 * are unchanged.
 */
function writeList({ tree, previous }: Settings, list: ListName, entries: object[], before?: object[]): string[] {
  const old = before ? inFiles(before) : [];
  const names = inFiles(entries).map((part, at) => {
    const name = listFile(list, at + 1);
    if (previous && old[at] && isSameList(part, old[at])) tree.keep(name, previous.dir);
    else tree.write(name, textOf(part));
    return name;
  });
  for (let number = names.length + 1; tree.remove(listFile(list, number)); number++);
  return names;
}

function writeLists(settings: Settings, lists: Lists): string[] {
  const before = settings.previous && remembered.get(settings.previous.manifest.entries)?.lists;
  return listNames.flatMap((list) => writeList(settings, list, lists[list], before?.[list]));
}

const hiddenItems = perPart((items: RoomItem[]) =>
  items
    .filter((item) => !visibleOn('api')(item))
    .map(({ id, title, type, date, keywords, themeIds }): HiddenItem => {
      return { id, title, type, date: date.slice(0, 10), keywords, themeIds };
    }),
);

/** Gives the names of the files, relative to the release. */
export function writePrivate(settings: Settings, { room, apiLists }: Plan): string[] {
  const { items, frame: _, ...facts } = room;
  const hidden = hiddenItems(items).flat();
  const files: Record<string, string> = {
    'private/room.json': JSON.stringify({ ...facts, indexUpdatedAt: indexUpdatedAt(room) }),
    'private/hidden.json': JSON.stringify(hidden),
  };
  for (const [name, text] of Object.entries(files)) settings.tree.write(name, text);
  return [...Object.keys(files), ...writeLists(settings, apiLists)];
}
