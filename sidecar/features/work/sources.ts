// Whether a release still has what a task was made of: a task shows words of items long after it was made.
import { freeItemCount } from '#domain/access/access.ts';
import type { Release } from '../../release/release.ts';
import type { MadeTask, NewTask } from './rules/task.ts';
import type { StoredTask } from './tasks.ts';

/** The keys of the texts that it shows, by id. Tasks of earlier versions have none. */
interface Sources {
  sources?: Record<string, string>;
}

/** The task as it is kept. */
export function serializeTask({ texts }: Release, { pieceIds, ...task }: NewTask): string {
  const sources = Object.fromEntries(pieceIds.map((id) => [id, texts.keyOf(id)]));
  return JSON.stringify({ ...task, sources } satisfies MadeTask & Sources);
}

function isFreelyListed({ facts, index: { items } }: Release, id: string): boolean {
  const position = items.positionOf(id);
  return position !== undefined && position < freeItemCount(facts.access, items.length);
}

/**
 * Not if an item was retracted, hidden or edited, or got a price or lost it: the key of its text tells. All but a gap task
 * show items that must be listed for nothing.
 */
export function isTaskCurrent(release: Release, { task, type }: Pick<StoredTask, 'task' | 'type'>): boolean {
  const { sources } = JSON.parse(task) as Sources;
  if (!sources) return false;
  const isListed = (id: string) => type === 'match' || isFreelyListed(release, id);
  return Object.entries(sources).every(([id, key]) => isListed(id) && release.texts.keyOf(id) === key);
}
