// What only the sidecar reads of a release: facts for its answers, lists beyond their first page, and what is hidden from the API.
import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { type ListName, listNames } from '#contract/content-types.ts';
import type { HiddenItem } from '#domain/lists/content-index.ts';
import type { Lists } from '#domain/lists/lists.ts';
import type { ReleaseEntries } from '#domain/release/release-entries.ts';
import { indexUpdatedAt, visibleOn } from '#domain/room.ts';
import type { Plan } from './plan.ts';
import type { Settings } from './seal-files.ts';

/** Of the releases that this process made, by their entries. */
const listsOf = new WeakMap<ReleaseEntries, Lists>();

/** An entry of a list is the same object from build to build while its item did not change. */
const isSame = (one: readonly object[], other: readonly object[]): boolean =>
  one.length === other.length && one.every((entry, i) => entry === other[i]);

function writeLists({ tree, previous }: Settings, lists: Lists): string[] {
  const before = previous && listsOf.get(previous.manifest.entries);
  const write = (list: ListName): string => {
    const name = `private/lists/${list}.ndjson`;
    if (before && isSame(before[list], lists[list])) tree.bring(linkSync, join(previous.dir, name), name);
    else tree.write(name, lists[list].map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    return name;
  };
  return listNames.map(write);
}

/** Gives the names of the files, relative to the release, whose addresses are `entries`. */
export function writePrivate(settings: Settings, { room, apiLists }: Plan, entries: ReleaseEntries): string[] {
  const { items, frame: _, ...facts } = room;
  const isListed = visibleOn('api');
  const hidden = items
    .filter((item) => !isListed(item))
    .map(({ id, title, type, date, keywords, themeIds }): HiddenItem => {
      return { id, title, type, date: date.slice(0, 10), keywords, themeIds };
    });
  const files: Record<string, string> = {
    'private/room.json': JSON.stringify({ ...facts, indexUpdatedAt: indexUpdatedAt(room) }),
    'private/hidden.json': JSON.stringify(hidden),
  };
  for (const [name, text] of Object.entries(files)) settings.tree.write(name, text);
  const lists = writeLists(settings, apiLists);
  listsOf.set(entries, apiLists);
  return [...Object.keys(files), ...lists];
}
