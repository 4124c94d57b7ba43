// What this build has to make: the room, every artifact and page, and which of them the live release already holds.
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { itemTypes, type Shelf } from '#contract/content-types.ts';
import { type LeftOut, leftOutFile } from '#contract/schemas/left-out.ts';
import type { Artifact, BodyOf } from '#domain/release/artifact.ts';
import { feedLinks } from '../feeds/feeds.ts';
import { artifacts } from '../release/artifacts.ts';
import { guidePages, timelineTwin } from '../release/markdown-pages.ts';
import { type Guide, readGuides } from '../release/guides.ts';
import { sha256 } from '#domain/ids.ts';
import { itemBody } from '#domain/items/item-file.ts';
import { isCopy, placedBody } from '#domain/items/places.ts';
import { offerChapters } from '#domain/items/own-chapters.ts';
import { offerTranscripts } from '#domain/transcripts/own-transcript.ts';
import { withLiveTopics } from '#domain/lists/topics.ts';
import { type Lists, listsOf } from '#domain/lists/lists.ts';
import { differenceOf, inParts, onceFor } from '#domain/lists/parts.ts';
import type { BuiltManifest } from '#domain/release/built-manifest.ts';
import { searchBundles } from '../release/search-bundles.ts';
import { type ItemFiles, itemFiles, listed } from '../release/item-files.ts';
import { type ArchivePage, filledShelves, type KeyedPage, listPages, timelinePage } from '../release/pages.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { lineWithSigns } from '#domain/text/unseen.ts';
import type { BuildSettings } from '#domain/release/site-entry.ts';
import { programFile } from './program.ts';
import { remembered } from './remembered.ts';
import { type Bundles, divideBundles } from './search-files.ts';
import { sitemaps } from '../views/sitemap.ts';
import { unshowable } from './showable.ts';

/** Compared with the live release if this process made it; otherwise everything counts as new. */
type Changes<T> = ReturnType<typeof differenceOf<T>>;

export interface Plan extends Bundles {
  room: Room;
  frame: Frame;
  apiLists: Lists;
  guides: Guide[];
  /** Every page that lists items. */
  lists: ArchivePage[];
  timeline: KeyedPage;
  /** The room's files besides pages, and those of its items. */
  artifacts: Artifact[];
  items: ItemFiles[];
  changes: { items: Changes<ItemFiles>; lists: Changes<ArchivePage> };
  shelves: Shelf[];
  previous: BuiltManifest | undefined;
  /** Bytes of what can be downloaded from the media kit, by address. */
  sizes: Map<string, number>;
  bodyOf: BodyOf;
  /** By the addresses of their pages, of which items' are those that are rendered. */
  itemAt: Map<string, RoomItem>;
  /** Only lists that changed. */
  listAt: Map<string, ArchivePage>;
  /** Whether the live release has the same bytes at this address, in the same folder, public or private; false without a key. */
  isLive: (entry: { path: string; key?: string; private?: boolean }) => boolean;
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
async function tellLeftOut(
  { contentDir, warn }: Pick<BuildSettings, 'contentDir' | 'warn'>,
  { items }: Room,
  found: LeftOut['items'],
): Promise<void> {
  const path = join(contentDir, '.build', leftOutFile);
  const before = await readFile(path, 'utf8').catch(() => '{"items":[]}');
  const toldOf = (JSON.parse(before) as LeftOut).items;
  const shown = new Set(toldOf.length > 0 ? items.map(({ id }) => `${id}.md`) : []);
  const others = toldOf.filter(({ name }) => !shown.has(name));
  const text = `${JSON.stringify({ items: [...others, ...found] }, undefined, 2)}\n`;
  if (text !== before) await writeFile(path, text);
  for (const { name, problem } of found) warn(lineWithSigns(`Build: published/${name}: left out: ${problem}`));
}

type IsLive = Plan['isLive'];

/** Removes the items of some files from a list. */
const without = onceFor((files: string[]) => {
  const isNamed = new Set(files);
  return inParts((part: RoomItem[]) => part.filter(({ id }) => !isNamed.has(`${id}.md`)));
});

/** Without the items that cannot be shown; those whose page is live have been. */
async function showableRoom(
  room: Room,
  changed: ItemFiles[],
  failed: LeftOut['items'],
  settings: Pick<BuildSettings, 'contentDir' | 'warn'>,
  isLive: IsLive,
): Promise<Room> {
  const isShown = ({ pages }: ItemFiles) => pages.length > 0 && pages.every(isLive);
  const toLookAt = changed.filter((one) => !isShown(one)).map(({ item }) => item);
  const found = [...unshowable(room, toLookAt), ...failed];
  await tellLeftOut(settings, room, found);
  const names = found.map(({ name }) => name).sort();
  return names.length > 0 ? { ...room, items: without(names)(room.items) } : room;
}

/** A milestone of timeline.json has no file. */
const readBody = (contentDir: string, item: RoomItem): string =>
  item.sourceFeed || item.type !== 'timeline'
    ? placedBody(itemBody(readFileSync(join(contentDir, 'published', `${item.id}.md`), 'utf8')), item)
    : '';

/** Remembers the latest text, since everything of an item is made in succession. */
function bodiesIn(contentDir: string): BodyOf {
  let last: { item: RoomItem; body: string } | undefined;
  return (item) => {
    if (last?.item !== item) last = { item, body: readBody(contentDir, item) };
    return last.body;
  };
}

/** Addresses of the newest item of each type, and of a list. */
function rehearsed(items: ItemFiles[], lists: ArchivePage[]): Set<string> {
  const newest = itemTypes.flatMap((type) => items.find(({ item, pages }) => item.type === type && pages.length > 0) ?? []); // prettier-ignore
  const paths = newest.flatMap((files) => [...listed(files)].map(({ path }) => path));
  return new Set([...paths, ...lists.slice(0, 1).map(({ path }) => path)]);
}

type Begun = Pick<
  Plan,
  'room' | 'frame' | 'items' | 'changes' | 'lists' | 'timeline' | 'previous' | 'bodyOf' | 'isLive'
>;

/** The room without items that cannot be shown, and how it differs from the live release. */
async function compare(settings: BuildSettings, failed: LeftOut['items'], last: Frame | undefined): Promise<Begun> {
  const { contentDir, codeHash } = settings;
  const { room: whole, frame } = readRoom(settings, last);
  const salts = { frame: sha256(frame.text), code: codeHash };
  const bodyOf = bodiesIn(contentDir);
  const previous = settings.previous?.manifest;
  let again = new Set<string>();
  const isLive: IsLive = ({ path, key, private: isPrivate }) => {
    const was = previous?.entries.get(path);
    // A price changes where a file lies, even if it changes no byte of it.
    return key !== undefined && was?.key === key && !was.private === !isPrivate && !again.has(path);
  };
  const before = previous && remembered.get(previous.entries);
  const filesOf = (of: Room) => {
    const items = itemFiles(of, salts);
    return { items, ofItems: differenceOf(before?.items ?? [], items) };
  };
  const all = filesOf(whole);
  const room = await showableRoom(whole, all.ofItems.come, failed, settings, isLive);
  const { items, ofItems } = room === whole ? all : filesOf(room);
  const lists = listPages(room, salts.frame);
  const changes = { items: ofItems, lists: differenceOf(before?.pages ?? [], lists) };
  if (settings.rehearses) again = rehearsed(items, lists);
  return { room, frame, items, changes, lists, timeline: timelinePage(room, salts.frame), previous, bodyOf, isLive };
}

async function makePlan(settings: BuildSettings, failed: LeftOut['items'], last: Frame | undefined): Promise<Plan> {
  const begun = await compare(settings, failed, last);
  const { room, lists, timeline, changes, bodyOf } = begun;
  const { shelves } = begun.frame;
  const apiLists = listsOf(room);
  const searched = searchBundles(room, bodyOf, settings.codeHash);
  const guides = readGuides(programFile('guides'), settings.baseUrl);
  return {
    ...begun,
    apiLists,
    guides,
    artifacts: [
      ...artifacts(room, apiLists, lists, bodyOf),
      timelineTwin(room, timeline),
      ...guidePages(room, guides),
      ...sitemaps({ room, shelves, lists }),
    ],
    shelves,
    ...divideBundles(searched, begun, settings.unfinished !== undefined),
    sizes: new Map(),
    itemAt: new Map(),
    listAt: new Map(changes.lists.come.map((page) => [page.path, page])),
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
