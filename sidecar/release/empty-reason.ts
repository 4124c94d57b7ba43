// Explains why a response lists nothing. @spec-gap empty-reason
import type { EmptyReasonValue } from '#contract/schemas/content.ts';
import { type Filter, queryContentIndex } from '#domain/lists/content-index.ts';
import { explainEmpty } from '#domain/lists/empty-reason.ts';
import type { ReleaseIndex } from './release.ts';

/**
 * Returns the members that say why a response has no items. `total` counts the matches before limit and offset;
 * `isWithheld` is true if a price hides items that would be in the response.
 */
export function explainNoItems(
  { visible, hidden }: ReleaseIndex,
  filter: Filter,
  total: number,
  isWithheld = false,
): { emptyReason: EmptyReasonValue } | { offsetPastEnd: true } {
  if (isWithheld) return { emptyReason: 'l402_required' };
  if (total > 0) return { offsetPastEnd: true };
  const isHidden = () => queryContentIndex(hidden, filter, 1, 0).total > 0;
  return { emptyReason: explainEmpty(visible.size + hidden.size, isHidden) };
}
