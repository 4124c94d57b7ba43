// The reason for an empty list. @spec-gap empty-reason
import type { EmptyReasonValue } from '#contract/schemas/content.ts';

/** Returns the reason. `items` is the number of items in the room, including hidden ones. */
export function explainEmpty(items: number, isHidden: () => boolean): EmptyReasonValue {
  if (items === 0) return 'index_empty';
  return isHidden() ? 'per_surface_visibility' : 'filter';
}
