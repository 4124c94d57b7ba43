// Writes the bundles of the static search with Pagefind: those of the live release are linked, only what changed is made.
import { setImmediate as giveWay } from 'node:timers/promises';
import type * as PagefindModule from 'pagefind';
import { searchEntry } from '#domain/links.ts';
import type { BuiltManifest } from '#domain/release/built-manifest.ts';
import type { RoomItem } from '#domain/room.ts';
import type { SearchBundle, SearchRecord } from '../release/search-bundles.ts';

export interface SearchFile {
  /** Relative to the bundle. */
  path: string;
  bytes: Buffer;
}

/** Without the ready-made interfaces of Pagefind. */
const wanted = /^(pagefind\.js|pagefind-entry\.json|wasm\.[\w-]+\.pagefind|.*\.pf_\w+)$/;
const recordsAtOnce = 50;

/** Of the search on hosts without a sidecar. */
export interface Bundles {
  bundles: SearchBundle[];
  /** Left out of this release, to be added by the next. */
  bundlesLater: SearchBundle[];
}

interface Before {
  previous: BuiltManifest | undefined;
}

type Pagefind = typeof PagefindModule;

/** Sends a small request first, so that a process that died while it was idle is started again. */
const wake = (pagefind: Pagefind): Promise<unknown> =>
  pagefind
    .createIndex()
    .then(({ index }) => index!.deleteIndex())
    .catch(() => pagefind.close());

let users = 0;
let awake: Promise<unknown> | undefined;
let isInDoubt = false;

/**
 * Pagefind is a child process. It stays for the next build, because starting it takes longer than making a bundle, and it ends
 * with this process. After an error, its last user stops it.
 */
async function withPagefind<T>(work: (pagefind: Pagefind) => Promise<T>): Promise<T> {
  const pagefind = await import('pagefind');
  users++;
  try {
    await (awake ??= wake(pagefind));
    return await work(pagefind);
  } catch (error) {
    isInDoubt = true;
    throw error;
  } finally {
    if (--users === 0) {
      const isStopped = isInDoubt;
      [awake, isInDoubt] = [undefined, false];
      if (isStopped) await pagefind.close();
    }
  }
}

function failed(errors: string[]): void {
  if (errors.length > 0) throw new Error(`the search index could not be made: ${errors.join('; ')}`);
}

/** What is said of a text is searched as well, but for its address; the order of filters differs from time to time. */
function customRecord({ url, title, date, type, language, text }: SearchRecord) {
  const [path, anchor] = url.split('#');
  const facts = new URLSearchParams({ date, type, language });
  const address = `${path}?${facts}${anchor === undefined ? '' : `#${anchor}`}`;
  return { url: address, content: text, language, meta: { title } };
}

async function open(pagefind: Pagefind, { language }: SearchBundle): Promise<PagefindModule.PagefindIndex> {
  // One index whatever the language of an item, by the stems of the room's.
  const { index, errors } = await pagefind.createIndex({ forceLanguage: language.split('-')[0]! });
  failed(errors);
  return index!;
}

async function close(index: PagefindModule.PagefindIndex): Promise<SearchFile[]> {
  const { files, errors } = await index.getFiles();
  failed(errors);
  await index.deleteIndex();
  return files
    .filter(({ path }) => wanted.test(path.split('/').at(-1)!))
    .map(({ path, content }) => ({ path, bytes: Buffer.from(content) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whoever waits for it later gets the error. */
function later<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

interface Making {
  /** Sends the item if it is the next one of the bundle. */
  take: (item: RoomItem) => void;
  /** Waits for answers where many are due. */
  keepUp: () => Promise<void>;
  /** Sends what is missing. */
  files: () => Promise<SearchFile[]>;
  /** Resolves once nothing is under way, whatever became of it. */
  settle: () => Promise<unknown>;
}

/** Records go out in the order of the items, whatever sends them: the same items make the same files. */
function making(pagefind: Pagefind, bundle: SearchBundle): Making {
  const index = later(open(pagefind, bundle));
  let records: Iterator<SearchRecord> | undefined;
  let sent = 0;
  const due: Promise<void>[] = [];
  let made: Promise<SearchFile[]> | undefined;
  const send = (): void => {
    records ??= bundle.records()[Symbol.iterator]();
    const record = customRecord(records.next().value as SearchRecord);
    sent++;
    due.push(later(index.then((one) => one.addCustomRecord(record)).then(({ errors }) => failed(errors))));
  };
  const keepUp = async (most = recordsAtOnce): Promise<void> => {
    if (due.length < most) return;
    await Promise.all(due.splice(0));
    // A release may be under way meanwhile.
    await giveWay();
  };
  const finish = async (): Promise<SearchFile[]> => {
    for (; sent < bundle.items.length; await keepUp()) send();
    await keepUp(1);
    return close(await index);
  };
  const files = () => (made ??= later(finish()));
  return {
    take: (item) => {
      if (bundle.items[sent] !== item) return;
      send();
      if (sent === bundle.items.length) void files();
    },
    keepUp: () => keepUp(),
    files,
    settle: () => Promise.allSettled([index, made, ...due]),
  };
}

const isLive = ({ path, key }: SearchBundle, { previous }: Before): boolean =>
  previous?.entries.get(path + searchEntry)?.key === key;

/** Files of bundles that a release was made without, by their keys: the next one takes them. */
const madeAhead = new Map<string, SearchFile[]>();

/** Beyond this the release waits for all of them, since they are kept in memory. */
const mostLater = 4;

/**
 * The bundles of this release, and those left for the next: a bundle of old items takes longer than everything else that
 * changes with one of them. The newest bundle is never left out.
 */
export function divideBundles(all: SearchBundle[], plan: Before, mayBeLater: boolean): Bundles {
  const isThere = (bundle: SearchBundle) => isLive(bundle, plan) || madeAhead.has(bundle.key);
  const missing = mayBeLater ? all.slice(0, -1).filter((bundle) => !isThere(bundle)) : [];
  const later = new Set(missing.length > mostLater ? [] : missing);
  return { bundles: all.filter((bundle) => !later.has(bundle)), bundlesLater: [...later] };
}

/** Makes the bundles that were left out of the last release, and drops those made for earlier releases. */
export async function makeAhead({ bundlesLater }: Pick<Bundles, 'bundlesLater'>): Promise<void> {
  const keys = new Set(bundlesLater.map(({ key }) => key));
  for (const key of madeAhead.keys()) if (!keys.has(key)) madeAhead.delete(key);
  const missing = bundlesLater.filter(({ key }) => !madeAhead.has(key));
  if (missing.length === 0) return;
  await withPagefind(async (pagefind) => {
    for (const bundle of missing) madeAhead.set(bundle.key, await making(pagefind, bundle).files());
  });
}

/** By the path of the bundle. */
export type FreshBundles = Map<string, SearchFile[]>;

/** While a release is made. */
export interface SearchPass {
  /** Takes the item while its text is at hand, if its bundle is waiting for it. */
  take: (item: RoomItem) => void;
  /** Waits while Pagefind is behind. */
  keepUp: () => Promise<void>;
  /** Gives the files of every bundle that is missing from the live release. */
  files: () => Promise<FreshBundles>;
}

type Makings = (Making & { bundle: SearchBundle })[];

/** A bundle of which all items come takes them as they come; the others are made beside them, one after the other. */
function passOf(inTheMaking: Makings, come: ReadonlySet<RoomItem>, fresh: FreshBundles) {
  const [others, waiting]: [Making[], Map<RoomItem, Making>] = [[], new Map()];
  for (const one of inTheMaking) {
    const { items } = one.bundle;
    if (items.every((item) => come.has(item))) for (const item of items) waiting.set(item, one);
    else others.push(one);
  }
  let isOver = false;
  const makeOthers = async () => {
    for (const one of others) if (!isOver) await one.files();
  };
  const beside = later(makeOthers());
  let last: Making | undefined;
  const pass: SearchPass = {
    take: (item) => {
      last = waiting.get(item);
      last?.take(item);
    },
    keepUp: async () => last?.keepUp(),
    files: async () => {
      for (const { bundle, files } of inTheMaking) fresh.set(bundle.path, await files());
      return fresh;
    },
  };
  /** Resolves once nothing is under way. */
  const end = async (): Promise<void> => {
    isOver = true;
    await Promise.allSettled([beside, ...inTheMaking.map(({ settle }) => settle())]);
  };
  return { pass, end };
}

/** `come` are the items that are made anew. Pagefind is started only if a bundle is missing. */
export async function withSearch<T>(
  plan: Pick<Bundles, 'bundles'> & Before,
  come: RoomItem[],
  work: (pass: SearchPass) => Promise<T>,
): Promise<T> {
  const missing = plan.bundles.filter((bundle) => !isLive(bundle, plan));
  const ahead = missing.filter(({ key }) => madeAhead.has(key));
  const fresh: FreshBundles = new Map(ahead.map(({ path, key }) => [path, madeAhead.get(key)!]));
  for (const { key } of ahead) madeAhead.delete(key);
  const others = missing.filter(({ path }) => !fresh.has(path));
  if (others.length === 0) return work({ take: () => {}, keepUp: async () => {}, files: async () => fresh });
  return withPagefind(async (pagefind) => {
    const inTheMaking = others.map((bundle) => ({ bundle, ...making(pagefind, bundle) }));
    const { pass, end } = passOf(inTheMaking, new Set(come), fresh);
    // Pagefind is not stopped in the middle of an answer.
    return work(pass).finally(end);
  });
}
