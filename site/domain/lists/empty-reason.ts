// Why nothing is listed, where nothing was asked for but what is there. @spec-gap empty-reason
import type { EmptyReasonValue } from '#contract/schemas/content.ts';

/** `items`: all of the room, those that are hidden from programs, too. */
export function reasonOfNothing(items: number, isHidden: () => boolean): EmptyReasonValue {
  if (items === 0) return 'index_empty';
  return isHidden() ? 'per_surface_visibility' : 'filter';
}
