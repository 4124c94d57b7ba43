// What this build has to make: the room, every artifact and page, and which of them the live release already holds.
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Shelf } from '#contract/content-types.ts';
import { type LeftOut, leftOutFile } from '#contract/schemas/left-out.ts';
import type { Artifact } from '#domain/release/artifact.ts';
import { artifacts } from '../release/artifacts.ts';
import { guidePages } from '../release/markdown-pages.ts';
import { type Guide, readGuides } from '../release/guides.ts';
import { sha256 } from '#domain/ids.ts';
import { itemBody } from '#domain/items/item-file.ts';
import { placedBody } from '#domain/items/places.ts';
import { offerTranscripts } from '#domain/transcripts/own-transcript.ts';
import { withLiveTopics } from '#domain/lists/topics.ts';
import { type Lists, listsOf } from '#domain/lists/lists.ts';
import type { Manifest } from '#domain/release/manifest.ts';
import { type SearchBundle, searchBundles } from '../release/search-bundles.ts';
import { type ArchivePage, filledShelves, listPages, type Pages, pagesOf } from '../release/pages.ts';
import type { Room, RoomFacts, RoomItem } from '#domain/room.ts';
import { lineWithSigns } from '#domain/text/unseen.ts';
import type { BuildSettings } from '#domain/release/site-entry.ts';
import { programFile } from './program.ts';
import { unshowable } from './showable.ts';

export interface Plan extends Pages {
  room: Room;
  lists: Lists;
  guides: Guide[];
  artifacts: Artifact[];
  /** What the navigation of every page offers. */
  shelves: Shelf[];
  /** Of the search on hosts without a sidecar. */
  bundles: SearchBundle[];
  previous: Manifest | undefined;
  bodyOf: (item: RoomItem) => string;
  /** By the addresses of their pages. */
  itemAt: Map<string, RoomItem>;
  listAt: Map<string, ArchivePage>;
  /** True when the live release has the same bytes at this address. */
  isLive: (entry: { path: string; key: string }) => boolean;
}

/** The room, and what of it shapes every page: the calls are counted again each day and appear only in the profile. */
async function readRoom({ contentDir, baseUrl, nexus, rates }: BuildSettings): Promise<{ room: Room; facts: string }> {
  const text = await readFile(join(contentDir, '.build', 'room.json'), 'utf8');
  const lines = (await readFile(join(contentDir, '.build', 'items.ndjson'), 'utf8')).split('\n');
  const items: RoomItem[] = lines.filter(Boolean).map((line) => JSON.parse(line));
  const facts: RoomFacts = JSON.parse(text);
  const all = offerTranscripts(items, baseUrl);
  const room = withLiveTopics({ ...facts, baseUrl, rates, ...(nexus && { nexus }), items: all });
  return { room, facts: JSON.stringify({ ...facts, creator: room.creator, calls: undefined }) };
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

async function makePlan(settings: BuildSettings, failed: LeftOut['items']): Promise<Plan> {
  const { contentDir, baseUrl, codeHash, previousDir, nexus, rates } = settings;
  const { room: whole, facts } = await readRoom(settings);
  const shelves = filledShelves(whole);
  const salt = sha256(codeHash + baseUrl + nexus + JSON.stringify(rates) + facts + shelves);
  const bodyOf = (item: RoomItem) =>
    item.sourceFeed || item.type !== 'timeline'
      ? placedBody(itemBody(readFileSync(join(contentDir, 'published', `${item.id}.md`), 'utf8')), item.places)
      : '';
  const previous: Manifest | undefined = previousDir
    ? JSON.parse(await readFile(join(previousDir, 'manifest.json'), 'utf8'))
    : undefined;
  const isLive: Plan['isLive'] = ({ path, key }) => previous?.entries[path]?.key === key;
  const room = await showableRoom(whole, pagesOf(whole, salt), failed, { bodyOf, isLive, contentDir });
  const lists = listsOf(room);
  const pages = pagesOf(room, salt);
  const guides = readGuides(programFile('guides'), baseUrl);
  return {
    room,
    lists,
    guides,
    artifacts: [...artifacts(room, lists, pages, bodyOf, salt), ...guidePages(room, guides)],
    ...pages,
    shelves,
    bundles: searchBundles(room, bodyOf, codeHash),
    previous,
    bodyOf,
    itemAt: new Map(
      Object.values(pages.itemPages)
        .flat()
        .map(({ path, item }) => [path, item]),
    ),
    listAt: new Map(listPages(pages).map((page) => [page.path, page])),
    isLive,
  };
}

let current: Plan;

/** The plan of the build that is under way. */
export const plan = (): Plan => current;

/** `failed` are items that the attempts before could not render. */
export async function begin(settings: BuildSettings, failed: LeftOut['items']): Promise<Plan> {
  current = await makePlan(settings, failed);
  return current;
}
