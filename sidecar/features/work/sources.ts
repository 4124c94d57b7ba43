// Checks that a release still has the texts that a task quotes.
import { freeItemCount } from '#domain/access/access.ts';
import type { Release } from '../../release/release.ts';
import type { MadeTask, NewTask } from './rules/task.ts';
import type { StoredTask } from './tasks.ts';

/** Keys of the quoted texts by item id. Tasks of earlier versions have none. */
interface Sources {
  sources?: Record<string, string>;
}

/** Serializes a task with the keys of the texts that it quotes. */
export function serializeTask({ texts }: Release, { pieceIds, ...task }: NewTask): string {
  const sources = Object.fromEntries(pieceIds.map((id) => [id, texts.keyOf(id)]));
  return JSON.stringify({ ...task, sources } satisfies MadeTask & Sources);
}

function isFreelyListed({ facts, index: { items } }: Release, id: string): boolean {
  const position = items.positionOf(id);
  return position !== undefined && position < freeItemCount(facts.access, items.length);
}

/**
 * Returns false if a quoted item was retracted, hidden or edited, or if its price was added or removed: all of these
 * change the key of its text. Items of all tasks but gap tasks must be free.
 */
export function isTaskCurrent(release: Release, { task, type }: Pick<StoredTask, 'task' | 'type'>): boolean {
  const { sources } = JSON.parse(task) as Sources;
  if (!sources) return false;
  const isListed = (id: string) => type === 'match' || isFreelyListed(release, id);
  return Object.entries(sources).every(([id, key]) => isListed(id) && release.texts.keyOf(id) === key);
}
