// Items that were published once and retracted: their files lie among the rejected ones and say when.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { itemProblems, parseItemFile } from '#domain/items/item-file.ts';
import type { Retracted } from '#domain/room.ts';

/** Most of what was rejected was never published: it is not parsed. */
const mark = '\nretractedAt:';

/** Newest first; what is published again does not count. */
export function retractedItems(contentDir: string, published: ReadonlySet<string>): Retracted[] {
  const folder = join(contentDir, 'rejected');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  const found = names.flatMap((name): Retracted[] => {
    try {
      const source = readFileSync(join(folder, name), 'utf8');
      if (!source.includes(mark)) return [];
      const { item } = parseItemFile(source);
      if (itemProblems(item).length > 0) return [];
      const { id, type, retractedAt } = item as StoredItem;
      return retractedAt && !published.has(id) ? [{ id, type, retractedAt }] : [];
    } catch {
      // Decided about this moment, or not readable: nothing is known of it.
      return [];
    }
  });
  return found.sort((a, b) =>
    a.retractedAt < b.retractedAt ? 1 : a.retractedAt > b.retractedAt ? -1 : a.id < b.id ? -1 : 1,
  );
}
