// Builds a release: makes every output that the live release does not contain, and returns everything as rows.
import { type ListName, listNames } from '#contract/content-types.ts';
import type { SkippedItems } from '#contract/schemas/skipped-items.ts';
import { textsHavePrice } from '#domain/access/access.ts';
import { contentItem, entries } from '#domain/documents/items.ts';
import { sha256 } from '#domain/ids.ts';
import type { HiddenItem, IndexedItem } from '#domain/lists/content-index.ts';
import { itemsOnList } from '#domain/lists/lists.ts';
import { nexusPath } from '#domain/live-pages.ts';
import { personIds } from '#domain/people.ts';
import type { BuildSettings, BuiltRoom, ItemRow, ListRow } from '#domain/release/site-entry.ts';
import { indexUpdatedAt, itemInputs, itemDay, type Room, type RoomItem, itemsOn, isVisibleOn } from '#domain/room.ts';
import { pricedTexts, searchableItems, searchableTexts } from '#domain/search/room-texts.ts';
import { assetOutputs, cardOutputs, itemOutputs, listOutputs, pictureOutputs, roomOutputs } from './outputs.ts';
import { makePlan, type Plan } from './plan.ts';
import {
  retainRetiredAssets,
  reuseLivePage,
  markPagesWithMarkdown,
  type SealedPages,
  sealEach,
  sealMedia,
  sealSearch,
  sealTogether,
} from './seal.ts';
import { ItemError, leftOutEntry } from './showable.ts';

/** Seals the outputs of each item. Returns the items with an output that cannot be made. */
async function sealItems(settings: BuildSettings, plan: Plan, pages: SealedPages): Promise<SkippedItems['items']> {
  const own: SkippedItems['items'] = [];
  const byOthers: SkippedItems['items'] = [];
  for (const [i, files] of plan.items.entries())
    try {
      settings.step('items', { done: i, of: plan.items.length });
      const missing = itemOutputs(files).filter((output) => !reuseLivePage(settings, output, pages));
      await sealEach(
        settings,
        missing.map((output) => ({ ...output, make: () => output.make(plan) })),
        pages,
      );
    } catch (error) {
      if (!(error instanceof ItemError)) throw error;
      (error.isItsOwn ? own : byOthers).push(leftOutEntry(files.item, error.message));
    }
  return own.length > 0 ? own : byOthers;
}

/** Seals all pages. Returns undefined if items cannot be rendered, after adding them to `failed`. */
async function sealAll(
  settings: BuildSettings,
  plan: Plan,
  failed: SkippedItems['items'],
): Promise<SealedPages | undefined> {
  const { step } = settings;
  const pages: SealedPages = new Map();
  step('items');
  const unmade = await sealItems(settings, plan, pages);
  if (unmade.length > 0) {
    failed.push(...unmade);
    return undefined;
  }
  await sealTogether(settings, cardOutputs(plan, settings), pages, 'cards');
  step('lists');
  await sealEach(settings, listOutputs(plan), pages);
  const { downloads, others } = pictureOutputs(plan, settings);
  await sealTogether(settings, downloads, pages, 'pictures');
  for (const { path } of downloads) plan.sizes.set(path, pages.get(path)!.size);
  await sealTogether(settings, others, pages, 'pictures');
  step('pages');
  await sealEach(settings, [...assetOutputs(plan, settings), ...roomOutputs(plan)], pages);
  await sealMedia(settings, plan.room, pages);
  step('search');
  await sealSearch(settings, plan.room, plan.bundles, pages);
  step('files');
  await settings.objects.finish();
  retainRetiredAssets(settings.live, pages);
  markPagesWithMarkdown(pages);
  if (plan.room.nexus) pages.set(nexusPath, { ...pages.get(nexusPath)!, frame: true });
  return pages;
}

function indexedFields(room: Room, item: RoomItem): IndexedItem {
  const { type, date, publishedAt, keywords, themeIds, personIds } = contentItem(room, item);
  return { type, date, ...(publishedAt && { publishedAt }), keywords, themeIds, ...(personIds && { personIds }) };
}

const itemRows = ({ room }: Plan): ItemRow[] =>
  itemsOn('api', room.items).map((item) => ({
    id: item.id,
    inputs: itemInputs(room, item),
    indexed: () => indexedFields(room, item),
    json: () => JSON.stringify(contentItem(room, item)),
  }));

function listRows({ room }: Plan, name: ListName): ListRow[] {
  const toEntry: (of: Plan['room'], item: RoomItem) => object = entries[name];
  return itemsOnList(room, name).map((item) => ({
    id: item.id,
    inputs: itemInputs(room, item),
    json: () => JSON.stringify(toEntry(room, item)),
  }));
}

const hiddenItems = ({ room }: Plan): HiddenItem[] =>
  room.items
    .filter((item) => !isVisibleOn('api')(item))
    .map((item) => {
      const { id, title, type, keywords, themeIds } = item;
      return { id, title, type, date: itemDay(item), keywords, themeIds, personIds: personIds(room, item) };
    });

function collectTexts({ room, bodyOf }: Plan, { codeHash }: BuildSettings): BuiltRoom['texts'] {
  const { language, name, otherNames, members, publication, themes } = room.creator;
  const items = searchableItems(room);
  return {
    language,
    salt: sha256(codeHash + JSON.stringify([language, name, otherNames, members, publication, themes])),
    free: searchableTexts(room, items, bodyOf),
    priced: textsHavePrice(room.access) ? pricedTexts(room, items, bodyOf) : undefined,
  };
}

function builtRoom(settings: BuildSettings, plan: Plan, pages: SealedPages): BuiltRoom {
  const { items: _, frame: __, ...facts } = plan.room;
  const roomFacts = JSON.stringify({ ...facts, indexUpdatedAt: indexUpdatedAt(plan.room) });
  settings.objects.check('room', roomFacts);
  return {
    pages,
    leftOut: plan.leftOut,
    items: itemRows(plan),
    lists: Object.fromEntries(listNames.map((name) => [name, listRows(plan, name)])) as BuiltRoom['lists'],
    facts: roomFacts,
    hidden: hiddenItems(plan),
    texts: collectTexts(plan, settings),
  };
}

/** Builds a release, and repeats that without the items whose pages fail. */
export async function build(settings: BuildSettings): Promise<BuiltRoom> {
  const failedItems: SkippedItems['items'] = [];
  for (;;) {
    settings.step('plan');
    const plan = makePlan(settings, failedItems);
    const pages = await sealAll(settings, plan, failedItems);
    if (pages) return builtRoom(settings, plan, pages);
  }
}
