// The published items, read from their files; what was read is kept, so that a file that did not change is not read again.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Creator } from '#contract/schemas/content-files.ts';
import { type LeftOut, leftOutFile } from '#contract/schemas/left-out.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { sha256 } from '#domain/ids.ts';
import { itemProblems, parseItemFile } from '#domain/items/item-file.ts';
import { outsideMediaOf, placedItem } from '#domain/items/places.ts';
import { type RoomItem, roomItemOf } from '#domain/room.ts';
import { type Embargoed, embargoedFile } from '../../sidecar/content/embargo.ts';
import { readPlaces } from '../../sidecar/content/media-places.ts';
import { renderProblem } from '../../sidecar/content/renderable.ts';
import { writeIfChanged, writeWhole } from '../write-file.ts';
import { stampOf } from './file-memory.ts';
import { folderWatch } from './folder-watch.ts';

interface ReadItem {
  item: RoomItem;
  /** Addresses of pictures and recordings that no page loads as they are. */
  outside: string[];
}

export function readItem(source: string, creator: Creator): ReadItem {
  const { item, body } = parseItemFile(source);
  const problems = itemProblems(item);
  if (problems.length) throw new Error(problems.join('; '));
  const unshowable = renderProblem(body);
  if (unshowable) throw new Error(unshowable);
  const file = { item: item as StoredItem, body };
  const outside = outsideMediaOf(file).map(({ address }) => address);
  return { item: roomItemOf(file, sha256(source), creator), outside };
}

/** What a build left out before; the file is as it was, so that the next build would find the same. */
async function stillLeftOut(build: string, published: Known, known: Known): Promise<LeftOut['items']> {
  const before = await readFile(join(build, leftOutFile), 'utf8').catch(() => '{"items":[]}');
  return (JSON.parse(before) as LeftOut).items.filter(
    ({ name }) => published.has(name) && published.get(name) === known.get(name),
  );
}

type Known = Map<string, ReadItem & { stamp: string }>;

/** Items of the last run, so that a file that was not touched is not read again. */
async function knownItems(build: string, salt: string): Promise<Known> {
  const lines = await readFile(join(build, 'known.ndjson'), 'utf8').catch(() => '');
  const [first, ...rest] = lines.split('\n');
  if (first !== salt) return new Map();
  return new Map(rest.filter(Boolean).map((line) => JSON.parse(line)));
}

/**
 * `changed` are the files that may be other than they are known to be; without it, any may. Synchronous: thousands of short
 * calls, each of which costs more when it is handed to another thread.
 */
function publishedItems(
  folder: string,
  creator: Creator,
  { known, changed }: { known: Known; changed: ReadonlySet<string> | undefined },
  leftOut: LeftOut['items'],
): Known {
  const all = changed ?? (existsSync(folder) ? readdirSync(folder) : []);
  const names = [...all].filter((name) => name.endsWith('.md')).sort();
  const found: Known = new Map(changed && known);
  for (const name of names) {
    found.delete(name);
    const path = join(folder, name);
    const stamp = stampOf(path);
    // Taken out by a reviewer.
    if (!stamp) continue;
    const old = known.get(name);
    if (old?.stamp === stamp) {
      found.set(name, old);
      continue;
    }
    try {
      const read = readItem(readFileSync(path, 'utf8'), creator);
      const { item } = read;
      if (`${item.id}.md` !== name) throw new Error(`id is ${item.id}, so the file must be named ${item.id}.md`);
      found.set(name, { stamp, ...read });
    } catch (error) {
      leftOut.push({ name, problem: (error as Error).message });
    }
  }
  return found;
}

/** The number changes with what readItem makes of a file. */
const saltOf = ({ themes }: Creator): string =>
  createHash('sha256')
    .update(`5${JSON.stringify(themes)}`)
    .digest('hex');

/** What a build makes of the published items. */
interface Published {
  /** Without embargoed items: an embargo ends only by a change of the item's file, so a build needs no clock. */
  items: RoomItem[];
  embargoed: RoomItem[];
  /** Addresses of pictures and recordings elsewhere. */
  outside: string[];
}

function sorted(contentDir: string, published: Known): Published {
  const places = readPlaces(contentDir);
  const found: Published = { items: [], embargoed: [], outside: [] };
  for (const { item, outside } of published.values()) {
    if (item.liveAt) {
      found.embargoed.push(item);
      continue;
    }
    found.items.push(placedItem(item, outside, places));
    for (const address of outside) found.outside.push(address);
  }
  return found;
}

const embargoedOf = ({ embargoed }: Published): Embargoed[] =>
  embargoed.flatMap(({ id, liveAt }) => (liveAt ? [{ id, liveAt }] : []));

/** The next process reads so many files again rather than each build all that is known: a part of all. */
const fewNew = 1 / 100;

function newIn(items: Known, saved: Known): number {
  let count = 0;
  for (const [name, item] of items) if (saved.get(name) !== item) count++;
  return count;
}

/** The published items. What was read is kept in .build for the next process. */
export function publishedFolder(contentDir: string) {
  const build = join(contentDir, '.build');
  let salt = '';
  let published: Known = new Map();
  /** Files that have to be read or could not be; undefined where that may be any. */
  let unread: Set<string> | undefined;
  let saved: { salt?: string; items: Known } = { items: new Map() };
  const changes = folderWatch(join(contentDir, 'published'));
  return {
    /** `leftOut` are those that cannot be read or shown. */
    read: async (creator: Creator, problems: string[]): Promise<Published & { leftOut: LeftOut['items'] }> => {
      const named = await changes();
      unread = named && unread && new Set([...unread, ...named]);
      if (salt !== saltOf(creator)) {
        salt = saltOf(creator);
        published = await knownItems(build, salt);
        unread = undefined;
      }
      const known = published;
      const leftOut: LeftOut['items'] = [];
      published = publishedItems(join(contentDir, 'published'), creator, { known, changed: unread }, leftOut);
      unread = new Set(leftOut.map(({ name }) => name));
      leftOut.push(...(await stillLeftOut(build, published, known)));
      await writeIfChanged(join(build, leftOutFile), `${JSON.stringify({ items: leftOut }, undefined, 2)}\n`);
      for (const { name, problem } of leftOut) problems.push(`published/${name}: left out: ${problem}`);
      const found = sorted(contentDir, published);
      await writeIfChanged(join(build, embargoedFile), JSON.stringify(embargoedOf(found)));
      return { ...found, leftOut };
    },
    save: async (): Promise<void> => {
      if (saved.salt === salt && newIn(published, saved.items) <= fewNew * published.size) return;
      const text = [salt, ...[...published].map((entry) => JSON.stringify(entry))].join('\n');
      await writeWhole(join(build, 'known.ndjson'), text);
      saved = { salt, items: published };
    },
  };
}
