// Items that were published once and retracted: their files lie among the rejected ones and say when.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { itemProblems, parseItemFile } from '#domain/items/item-file.ts';
import type { RetractedItem } from '#domain/room.ts';
import { type FileCache, createFileCache } from './file-cache.ts';

/** Most of what was rejected was never published: it is not parsed. */
const mark = '\nretractedAt:';

function readRetracted(path: string): RetractedItem | undefined {
  try {
    const source = readFileSync(path, 'utf8');
    if (!source.includes(mark)) return undefined;
    const { item } = parseItemFile(source);
    if (itemProblems(item).length > 0) return undefined;
    const { id, type, retractedAt } = item as StoredItem;
    return retractedAt ? { id, type, retractedAt } : undefined;
  } catch {
    // Decided about this moment, or not readable: nothing is known of it.
    return undefined;
  }
}

/** Newest first; what is published again does not count. */
export function retractedItems(
  contentDir: string,
  isPublished: (id: string) => boolean,
  cache: FileCache<RetractedItem | undefined> = createFileCache(),
): RetractedItem[] {
  const folder = join(contentDir, 'rejected');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  const retracted = names.flatMap((name) => {
    const path = join(folder, name);
    const one = cache(path, () => readRetracted(path));
    return one && !isPublished(one.id) ? [one] : [];
  });
  return retracted.sort((a, b) =>
    a.retractedAt < b.retractedAt ? 1 : a.retractedAt > b.retractedAt ? -1 : a.id < b.id ? -1 : 1,
  );
}
