// Writes the bundles of the static search with Pagefind: those of the live release are linked, only what changed is made.
import { setImmediate as giveWay } from 'node:timers/promises';
import type * as PagefindModule from 'pagefind';
import { searchEntry } from '#domain/links.ts';
import type { BuiltManifest } from '#domain/release/built-manifest.ts';
import type { SearchBundle } from '../release/search-bundles.ts';

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

let users = 0;

/** Pagefind runs as a child process, which is stopped when its last user is done. */
async function withPagefind<T>(work: (pagefind: Pagefind) => Promise<T>): Promise<T> {
  const pagefind = await import('pagefind');
  users++;
  try {
    return await work(pagefind);
  } finally {
    if (--users === 0) await pagefind.close();
  }
}

function failed(errors: string[]): void {
  if (errors.length > 0) throw new Error(`the search index could not be made: ${errors.join('; ')}`);
}

async function filesOf(pagefind: Pagefind, { language, records }: SearchBundle): Promise<SearchFile[]> {
  // One index whatever the language of an item, by the stems of the room's.
  const { index, errors } = await pagefind.createIndex({ forceLanguage: language.split('-')[0]! });
  failed(errors);
  let sent: ReturnType<PagefindModule.PagefindIndex['addCustomRecord']>[] = [];
  const answers = async (): Promise<void> => {
    for (const answer of await Promise.all(sent)) failed(answer.errors);
    sent = [];
    // A release may be under way meanwhile.
    await giveWay();
  };
  for (const { url, title, date, type, language: own, text } of records()) {
    // What is said of a text is searched as well, but for its address; the order of filters differs from time to time.
    const [path, anchor] = url.split('#');
    const facts = new URLSearchParams({ date, type, language: own });
    const address = `${path}?${facts}${anchor === undefined ? '' : `#${anchor}`}`;
    sent.push(index!.addCustomRecord({ url: address, content: text, language: own, meta: { title } }));
    if (sent.length === recordsAtOnce) await answers();
  }
  await answers();
  const { files, errors: problems } = await index!.getFiles();
  failed(problems);
  await index!.deleteIndex();
  return files
    .filter(({ path }) => wanted.test(path.split('/').at(-1)!))
    .map(({ path, content }) => ({ path, bytes: Buffer.from(content) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
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

/** Calls `done` with the files of each bundle; Pagefind is not started for none. */
async function makeBundles(bundles: SearchBundle[], done: (bundle: SearchBundle, files: SearchFile[]) => void) {
  if (bundles.length === 0) return;
  await withPagefind(async (pagefind) => {
    for (const bundle of bundles) done(bundle, await filesOf(pagefind, bundle));
  });
}

/** Makes the bundles that were left out of the last release, and drops those made for earlier releases. */
export async function makeAhead({ bundlesLater }: Pick<Bundles, 'bundlesLater'>): Promise<void> {
  const keys = new Set(bundlesLater.map(({ key }) => key));
  for (const key of madeAhead.keys()) if (!keys.has(key)) madeAhead.delete(key);
  const missing = bundlesLater.filter(({ key }) => !madeAhead.has(key));
  await makeBundles(missing, ({ key }, files) => madeAhead.set(key, files));
}

/** By the path of the bundle. */
export type FreshBundles = Map<string, SearchFile[]>;

/** Gives the files of every bundle that is missing from the live release. */
export async function freshBundles(plan: Pick<Bundles, 'bundles'> & Before): Promise<FreshBundles> {
  const missing = plan.bundles.filter((bundle) => !isLive(bundle, plan));
  const ahead = missing.filter(({ key }) => madeAhead.has(key));
  const fresh: FreshBundles = new Map(ahead.map(({ path, key }) => [path, madeAhead.get(key)!]));
  for (const { key } of ahead) madeAhead.delete(key);
  const others = missing.filter(({ path }) => !fresh.has(path));
  await makeBundles(others, ({ path }, files) => fresh.set(path, files));
  return fresh;
}
