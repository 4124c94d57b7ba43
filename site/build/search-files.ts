// Makes the bundles of the static search with Pagefind.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type * as PagefindModule from 'pagefind';
import type { SearchBundle, SearchRecord } from '../release/search-bundles.ts';

export interface SearchFile {
  /** Path relative to the bundle. */
  path: string;
  bytes: Buffer;
}

/** Files that are published, without Pagefind's user interfaces. */
const shippedFile = /^(pagefind\.js|pagefind-entry\.json|wasm\.[\w-]+\.pagefind|.*\.pf_\w+)$/;
const batchSize = 50;

function throwIndexErrors(errors: string[]): void {
  if (errors.length > 0) throw new Error(`making the search index failed: ${errors.join('; ')}`);
}

/**
 * Converts a record. Its filters are part of the address, because Pagefind would search the metadata too and returns
 * filters in varying order.
 */
function toPagefindRecord({ url, title, date, type, language, text }: SearchRecord) {
  const [path, anchor] = url.split('#');
  const facts = new URLSearchParams({ date, type, language });
  const address = `${path}?${facts}${anchor === undefined ? '' : `#${anchor}`}`;
  return { url: address, content: text, language, meta: { title } };
}

async function makeBundle(pagefind: typeof PagefindModule, bundle: SearchBundle): Promise<SearchFile[]> {
  // One index contains items in all languages, with the stemmer of the room's language.
  const { index, errors } = await pagefind.createIndex({ forceLanguage: bundle.language.split('-')[0]! });
  throwIndexErrors(errors);
  let pending: Promise<{ errors: string[] }>[] = [];
  const settle = async (): Promise<void> => {
    for (const result of await Promise.all(pending)) throwIndexErrors(result.errors);
    pending = [];
    await yieldToEventLoop();
  };
  for (const record of bundle.records()) {
    pending.push(index!.addCustomRecord(toPagefindRecord(record)));
    if (pending.length === batchSize) await settle();
  }
  await settle();
  const { files, errors: problems } = await index!.getFiles();
  throwIndexErrors(problems);
  await index!.deleteIndex();
  return files
    .filter(({ path }) => shippedFile.test(path.split('/').at(-1)!))
    .map(({ path, content }) => ({ path, bytes: Buffer.from(content) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Makes the bundles and calls `use` with the files of each. Pagefind runs in its own process, which ends with the last
 * bundle.
 */
export async function makeBundles(
  bundles: SearchBundle[],
  use: (bundle: SearchBundle, files: SearchFile[]) => void,
): Promise<void> {
  if (bundles.length === 0) return;
  const pagefind = await import('pagefind');
  try {
    for (const bundle of bundles) use(bundle, await makeBundle(pagefind, bundle));
  } finally {
    await pagefind.close();
  }
}
