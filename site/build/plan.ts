// What this build has to make: the room, every artifact and page, and which of them the live release already holds.
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Shelf } from '#contract/content-types.ts';
import { type LeftOut, leftOutFile } from '#contract/schemas/left-out.ts';
import type { Artifact } from '#domain/release/artifact.ts';
import { feedLinks } from '../feeds/feeds.ts';
import { artifacts } from '../release/artifacts.ts';
import { guidePages } from '../release/markdown-pages.ts';
import { type Guide, readGuides } from '../release/guides.ts';
import { sha256 } from '#domain/ids.ts';
import { itemBody } from '#domain/items/item-file.ts';
import { isCopy, placedBody } from '#domain/items/places.ts';
import { offerChapters } from '#domain/items/own-chapters.ts';
import { offerTranscripts } from '#domain/transcripts/own-transcript.ts';
import { withLiveTopics } from '#domain/lists/topics.ts';
import { type Lists, listsOf } from '#domain/lists/lists.ts';
import type { BuiltManifest } from '#domain/release/manifest.ts';
import { type SearchBundle, searchBundles } from '../release/search-bundles.ts';
import { type ArchivePage, filledShelves, listPages, type Pages, pagesOf, pagesOfOne } from '../release/pages.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { lineWithSigns } from '#domain/text/unseen.ts';
import type { BuildSettings } from '#domain/release/site-entry.ts';
import { programFile } from './program.ts';
import { unshowable } from './showable.ts';

export interface Plan extends Pages {
  room: Room;
  frame: Frame;
  lists: Lists;
  guides: Guide[];
  artifacts: Artifact[];
  shelves: Shelf[];
  /** Of the search on hosts without a sidecar. */
  bundles: SearchBundle[];
  previous: BuiltManifest | undefined;
  /** Bytes of what can be downloaded from the media kit, by address. */
  sizes: Map<string, number>;
  bodyOf: (item: RoomItem) => string;
  /** By the addresses of their pages. */
  itemAt: Map<string, RoomItem>;
  listAt: Map<string, ArchivePage>;
  /** True when the live release has the same bytes at this address. */
  isLive: (entry: { path: string; key: string }) => boolean;
}

/** All that shapes pages besides the items: as text, and as an object that stays while the text does. */
export interface Frame {
  text: string;
  /** What the navigation of every page offers. */
  shelves: Shelf[];
}

/** `last` is that of the build before. */
function readRoom(settings: BuildSettings, last: Frame | undefined): { room: Room; frame: Frame } {
  const { facts, items, baseUrl, nexus, rates, codeHash } = settings;
  const { creator } = withLiveTopics({ ...facts, baseUrl, items });
  // A copy shows in the hash of its items.
  const media = facts.media.filter((file) => !isCopy(file));
  const shelves = filledShelves({ items });
  const { access, copiesPictures } = facts;
  const room: Room = { ...facts, creator, baseUrl, rates, ...(nexus && { nexus }), items };
  const feeds = feedLinks(room);
  const text = JSON.stringify([
    codeHash,
    creator,
    access,
    media,
    copiesPictures,
    baseUrl,
    nexus,
    rates,
    shelves,
    feeds,
  ]);
  const frame = last?.text === text ? last : { text, shelves };
  const own = offerChapters({ baseUrl, frame }, offerTranscripts({ baseUrl, frame }, items));
  return { room: { ...room, items: own, frame }, frame };
}

/** Adds to what the catalog left out; an item that is in the room again is on the list no more. */
async function tellLeftOut(contentDir: string, { items }: Room, found: LeftOut['items']): Promise<void> {
  const path = join(contentDir, '.build', leftOutFile);
  const before = await readFile(path, 'utf8').catch(() => '{"items":[]}');
  const shown = new Set(items.map(({ id }) => `${id}.md`));
  const others = (JSON.parse(before) as LeftOut).items.filter(({ name }) => !shown.has(name));
  const text = `${JSON.stringify({ items: [...others, ...found] }, undefined, 2)}\n`;
  if (text !== before) await writeFile(path, text);
  for (const { name, problem } of found) console.warn(lineWithSigns(`Build: published/${name}: left out: ${problem}`));
}

/** Without the items that cannot be shown; those whose page is live have been. */
async function showableRoom(
  room: Room,
  { itemPages }: Pages,
  failed: LeftOut['items'],
  { bodyOf, isLive, contentDir }: Pick<Plan, 'bodyOf' | 'isLive'> & { contentDir: string },
): Promise<Room> {
  const live = new Set(
    Object.values(itemPages)
      .flat()
      .filter(isLive)
      .map(({ item }) => item),
  );
  const found = [...unshowable(room, bodyOf, (item) => !live.has(item)), ...failed];
  await tellLeftOut(contentDir, room, found);
  const names = new Set(found.map(({ name }) => name));
  return names.size > 0 ? { ...room, items: room.items.filter(({ id }) => !names.has(`${id}.md`)) } : room;
}

async function makePlan(settings: BuildSettings, failed: LeftOut['items'], last: Frame | undefined): Promise<Plan> {
  const { contentDir, baseUrl, codeHash } = settings;
  const { room: whole, frame } = readRoom(settings, last);
  const salt = sha256(frame.text);
  const bodyOf = (item: RoomItem) =>
    item.sourceFeed || item.type !== 'timeline'
      ? placedBody(itemBody(readFileSync(join(contentDir, 'published', `${item.id}.md`), 'utf8')), item.places)
      : '';
  const previous = settings.previous?.manifest;
  const isLive: Plan['isLive'] = ({ path, key }) => previous?.entries.get(path)?.key === key;
  const wanted = pagesOf(whole, salt);
  const room = await showableRoom(whole, wanted, failed, { bodyOf, isLive, contentDir });
  const lists = listsOf(room);
  const pages = room === whole ? wanted : pagesOf(room, salt);
  const guides = readGuides(programFile('guides'), baseUrl);
  return {
    room,
    frame,
    lists,
    guides,
    artifacts: [...artifacts(room, lists, pages, bodyOf, salt), ...guidePages(room, guides)],
    ...pages,
    shelves: frame.shelves,
    bundles: searchBundles(room, bodyOf, codeHash),
    previous,
    sizes: new Map(),
    bodyOf,
    itemAt: new Map(pagesOfOne(pages).map(({ path, item }) => [path, item])),
    listAt: new Map(listPages(pages).map((page) => [page.path, page])),
    isLive,
  };
}

let current: Plan;

/** The plan of the build that is under way. */
export const plan = (): Plan => current;

/** Renders the item as if it were alone: a page may fail because of an item it links to. */
export async function withNothingElse<T>(item: RoomItem, run: () => Promise<T>): Promise<T> {
  const whole = current;
  current = { ...whole, room: { ...whole.room, items: [item] } };
  try {
    return await run();
  } finally {
    current = whole;
  }
}

/** `failed` are items that the attempts before could not render. */
export async function begin(settings: BuildSettings, failed: LeftOut['items'], last?: Frame): Promise<Plan> {
  current = await makePlan(settings, failed, last);
  return current;
}
