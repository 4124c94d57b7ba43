// Plans a release before anything is rendered: the room, and every page and document with its inputs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SectionName } from '#contract/content-types.ts';
import type { SkippedItems } from '#contract/schemas/skipped-items.ts';
import { sha256 } from '#domain/ids.ts';
import { itemBody } from '#domain/items/item-file.ts';
import { withHostedChapters } from '#domain/items/hosted-chapters.ts';
import { hasGuests } from '#domain/people.ts';
import { memoizeLast } from '#domain/memoize.ts';
import { isCopy, replaceBodyMedia } from '#domain/items/media-replacements.ts';
import { withUsedTopics } from '#domain/lists/topics.ts';
import type { Artifact, ReadBody } from '#domain/release/artifact.ts';
import type { BuildSettings } from '#domain/release/site-entry.ts';
import { hashLength, itemsOn, type Room, type RoomItem } from '#domain/room.ts';
import { withHostedTranscript } from '#domain/transcripts/hosted-transcripts.ts';
import { decodeFile } from '#domain/text/decode.ts';
import { feedLinks } from '../feeds/feeds.ts';
import { artifacts } from '../release/artifacts.ts';
import { type Guide, readGuides } from '../release/guides.ts';
import { type ItemFiles, itemFiles } from '../release/item-files.ts';
import { guideMarkdownPages, peopleMarkdownPages, timelineMarkdownPage } from '../release/markdown-pages.ts';
import {
  type ArchivePage,
  filledSections,
  type KeyedPage,
  listPages,
  peoplePage,
  type PersonPage,
  personPages,
  timelinePage,
} from '../release/pages.ts';
import { type SearchBundle, searchBundles } from '../release/search-bundles.ts';
import { sitemaps } from '../views/sitemap.ts';
import { programFile } from './program.ts';
import { findUnshowableItems } from './showable.ts';

export interface Plan {
  room: Room & { frame: string };
  /** Sections in the navigation of every page. */
  sections: SectionName[];
  /** Search index for static hosts. */
  bundles: SearchBundle[];
  guides: Guide[];
  /** Every page that lists items. */
  lists: ArchivePage[];
  timeline: KeyedPage;
  people: KeyedPage;
  personByPath: Map<string, PersonPage>;
  items: ItemFiles[];
  /** Items that cannot be rendered. */
  leftOut: SkippedItems['items'];
  /** Documents of the room, without those of its items. */
  documents: Artifact[];
  documentByPath: Map<string, Artifact>;
  /** Sizes of the media kit downloads in bytes, by path. */
  sizes: Map<string, number>;
  bodyOf: ReadBody;
  /** Items by the paths of their pages. */
  itemByPath: Map<string, RoomItem>;
  listByPath: Map<string, ArchivePage>;
}

/** Adds the addresses of hosted files to an item, which is the same object in later builds. */
const withHostedFiles = memoizeLast((item: RoomItem, room: Pick<Room, 'baseUrl'>) =>
  withHostedChapters(room, withHostedTranscript(room, item)),
);

function roomOf(settings: BuildSettings): Plan['room'] {
  const { facts, items, baseUrl, nexus, rates, codeHash } = settings;
  const creator = withUsedTopics(facts.creator, itemsOn('api', items));
  // Copies are part of the hash of their items.
  const media = facts.media.filter((file) => !isCopy(file));
  const { access, copiesPictures } = facts;
  const itemsWithFiles = items.map((item) => withHostedFiles(baseUrl, item, { baseUrl }));
  const room: Room = { ...facts, creator, baseUrl, rates, ...(nexus && { nexus }), items: itemsWithFiles };
  const frameInputs = [
    creator,
    access,
    facts.channels,
    media,
    copiesPictures,
    baseUrl,
    nexus,
    rates,
    filledSections(room),
    hasGuests(room),
    feedLinks(room),
  ];
  const frame = sha256(JSON.stringify([codeHash, ...frameInputs])).slice(0, hashLength);
  // The room stays the same object, so that what was found out about it is found out once.
  return Object.assign(room, { frame });
}

/** Returns the items that cannot be rendered. Items whose pages are live can be. */
function findUnshowable(room: Room, items: ItemFiles[], live: BuildSettings['live']): SkippedItems['items'] {
  const isLive = ({ path, inputs }: ItemFiles['pages'][0]) => live.get(path)?.inputs === inputs;
  const unknown = items.filter(({ pages }) => pages.length === 0 || !pages.every(isLive));
  return findUnshowableItems(
    room,
    unknown.map(({ item }) => item),
  );
}

function withoutItems(room: Plan['room'], leftOut: SkippedItems['items']): Plan['room'] {
  if (leftOut.length === 0) return room;
  const names = new Set(leftOut.map(({ name }) => name));
  return { ...room, items: room.items.filter(({ id }) => !names.has(`${id}.md`)) };
}

/** Reads the text of an item. A milestone of timeline.json has no file. */
const readBody = (contentDir: string, item: RoomItem): string =>
  item.sourceFeed || item.type !== 'timeline'
    ? replaceBodyMedia(itemBody(decodeFile(readFileSync(join(contentDir, 'published', `${item.id}.md`)))), item)
    : '';

/** Returns a function that caches the last text, because all outputs of an item are made in succession. */
function bodyReader(contentDir: string): ReadBody {
  let last: { item: RoomItem; body: string } | undefined;
  return (item) => {
    if (last?.item !== item) last = { item, body: readBody(contentDir, item) };
    return last.body;
  };
}

/** Plans a release. `failed` are items whose pages could not be rendered in an earlier attempt. */
export function makePlan(settings: BuildSettings, failed: SkippedItems['items']): Plan {
  const bodyOf = bodyReader(settings.contentDir);
  const filesOf = (of: Plan['room']) => itemFiles(of, settings.codeHash);
  const fullRoom = roomOf(settings);
  const fullFiles = filesOf(fullRoom);
  const leftOut = [...findUnshowable(fullRoom, fullFiles, settings.live), ...failed];
  const room = withoutItems(fullRoom, leftOut);
  const sections = filledSections(room);
  const items = room === fullRoom ? fullFiles : filesOf(room);
  const lists = listPages(room, room.frame);
  const timeline = timelinePage(room, room.frame);
  const people = peoplePage(room, room.frame);
  const persons = personPages(room, room.frame);
  const guides = readGuides(programFile('guides'), settings.baseUrl);
  const documents = [
    ...artifacts(room, lists, bodyOf),
    timelineMarkdownPage(room, timeline),
    ...peopleMarkdownPages(room, people, persons),
    ...guideMarkdownPages(room, guides),
    ...sitemaps({ room, sections, lists, people: [people, ...persons] }),
  ];
  return {
    room,
    sections,
    bundles: settings.hasStaticSearch ? searchBundles(room, bodyOf, settings.codeHash) : [],
    guides,
    lists,
    timeline,
    people,
    personByPath: new Map(persons.map((page) => [page.path, page])),
    items,
    leftOut,
    documents,
    documentByPath: new Map(documents.map((document) => [document.path, document])),
    sizes: new Map(),
    bodyOf,
    itemByPath: new Map(items.flatMap(({ pages, item }) => pages.map(({ path }) => [path, item] as const))),
    listByPath: new Map(lists.map((page) => [page.path, page])),
  };
}

/** Returns a plan with only this item, because its page may fail due to an item that it links to. */
export const planForItem = (plan: Plan, item: RoomItem): Plan => ({ ...plan, room: { ...plan.room, items: [item] } });
