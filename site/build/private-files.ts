// What only the sidecar reads of a release: facts for its answers, lists beyond their first page, and what is hidden from the API.
import { type ListName, listNames } from '#contract/content-types.ts';
import { shardSize } from '#contract/limits.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import { shardIndex } from '#domain/documents/content-index.ts';
import type { HiddenItem } from '#domain/lists/content-index.ts';
import type { Lists } from '#domain/lists/lists.ts';
import { isSameList, perPart } from '#domain/lists/parts.ts';
import { indexFile, linesPerFile, listFile } from '#domain/release/list-files.ts';
import { itemDay, indexUpdatedAt, type RoomItem, visibleOn } from '#domain/room.ts';
import type { Plan } from './plan.ts';
import { remembered } from './remembered.ts';
import type { Settings } from './seal-files.ts';

interface Kept<T> {
  nameOf: (number: number) => string;
  perFile: number;
  /** `entries` are newest first. */
  textOf: (entries: T[]) => string;
}

const listKept = (list: ListName): Kept<object> => ({
  nameOf: (number) => listFile(list, number),
  perFile: linesPerFile,
  textOf: (entries) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
});

const indexKept: Kept<ContentItem> = {
  nameOf: indexFile,
  perFile: shardSize,
  textOf: (items) => JSON.stringify(shardIndex(items)),
};

/** The entries of each file, newest first. Files are numbered from the oldest, so a new entry changes only the last one. */
function inFiles<T>(list: T[], perFile: number): T[][] {
  const length = Math.max(1, Math.ceil(list.length / perFile));
  const end = (file: number) => list.length - file * perFile;
  return Array.from({ length }, (_, file) => list.slice(Math.max(0, end(file + 1)), end(file)));
}

function writeFile({ tree, files }: Settings, name: string, text: string): void {
  files.check(name, text);
  tree.write(name, text);
}

/**
 * `before` is the list in the live release, if this process made it. Entries are the same objects in both while their items
 * are unchanged.
 */
function writeList<T>(settings: Settings, kept: Kept<T>, entries: T[], before?: T[]): string[] {
  const { tree, previous } = settings;
  const { nameOf, perFile, textOf } = kept;
  const old = before ? inFiles(before, perFile) : [];
  const names = inFiles(entries, perFile).map((part, at) => {
    const name = nameOf(at + 1);
    if (previous && old[at] && isSameList(part, old[at])) tree.keep(name, previous.dir);
    else writeFile(settings, name, textOf(part));
    return name;
  });
  for (let number = names.length + 1; tree.remove(nameOf(number)); number++);
  return names;
}

function writeLists(settings: Settings, lists: Lists): string[] {
  const before = settings.previous && remembered.get(settings.previous.manifest.entries)?.lists;
  return [
    ...listNames.flatMap((list) => writeList(settings, listKept(list), lists[list], before?.[list])),
    ...writeList(settings, indexKept, lists.contentIndex, before?.contentIndex),
  ];
}

const hiddenItems = perPart((items: RoomItem[]) =>
  items
    .filter((item) => !visibleOn('api')(item))
    .map((item): HiddenItem => {
      const { id, title, type, keywords, themeIds } = item;
      return { id, title, type, date: itemDay(item), keywords, themeIds };
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
  for (const [name, text] of Object.entries(files)) writeFile(settings, name, text);
  return [...Object.keys(files), ...writeLists(settings, apiLists)];
}
