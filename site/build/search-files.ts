// Writes the bundles of the static search with Pagefind: those of the live release are linked, only what changed is made.
import { searchEntry } from '#domain/links.ts';
import type { SearchBundle } from '../release/search-bundles.ts';
import type { Plan } from './plan.ts';

export interface SearchFile {
  /** Relative to the bundle. */
  path: string;
  bytes: Buffer;
}

/** Without the ready-made interfaces of Pagefind. */
const wanted = /^(pagefind\.js|pagefind-entry\.json|wasm\.[\w-]+\.pagefind|.*\.pf_\w+)$/;
const recordsAtOnce = 50;

function failed(errors: string[]): void {
  if (errors.length > 0) throw new Error(`the search index could not be made: ${errors.join('; ')}`);
}

async function filesOf({ language, records }: SearchBundle): Promise<SearchFile[]> {
  const pagefind = await import('pagefind');
  // One index whatever the language of an item, by the stems of the room's.
  const { index, errors } = await pagefind.createIndex({ forceLanguage: language.split('-')[0]! });
  failed(errors);
  const all = records();
  for (let i = 0; i < all.length; i += recordsAtOnce) {
    const added = all
      .slice(i, i + recordsAtOnce)
      .map(({ url, title, date, type, language: own, text }) =>
        index!.addCustomRecord({ url, content: text, language: own, meta: { title, date, type, language: own } }),
      );
    for (const answer of await Promise.all(added)) failed(answer.errors);
  }
  const { files, errors: problems } = await index!.getFiles();
  failed(problems);
  await index!.deleteIndex();
  return files
    .filter(({ path }) => wanted.test(path.split('/').at(-1)!))
    .map(({ path, content }) => ({ path, bytes: Buffer.from(content) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

const isLive = ({ path, key }: SearchBundle, { previous }: Pick<Plan, 'previous'>): boolean =>
  previous?.entries.get(path + searchEntry)?.key === key;

/** By the path of the bundle. */
export type FreshBundles = Map<string, SearchFile[]>;

/** The bundles that the live release has not. Pagefind runs as a process of its own, which ends with the last of them. */
export async function freshBundles(plan: Pick<Plan, 'bundles' | 'previous'>): Promise<FreshBundles> {
  const fresh: FreshBundles = new Map();
  const missing = plan.bundles.filter((bundle) => !isLive(bundle, plan));
  if (missing.length === 0) return fresh;
  try {
    for (const bundle of missing) fresh.set(bundle.path, await filesOf(bundle));
  } finally {
    await (await import('pagefind')).close();
  }
  return fresh;
}
