// Why nothing is listed, where nothing was asked for but what is there. @spec-gap empty-reason
import type { EmptyReasonValue } from '#contract/schemas/content.ts';

/** `items`: how many the room has, including those hidden from programs. */
export function explainEmpty(items: number, isHidden: () => boolean): EmptyReasonValue {
  if (items === 0) return 'index_empty';
  return isHidden() ? 'per_surface_visibility' : 'filter';
}
