// Why an answer lists nothing. @spec-gap empty-reason
import type { EmptyReasonValue } from '#contract/schemas/content.ts';
import { type Filter, queryContentIndex } from '#domain/lists/content-index.ts';
import { explainEmpty } from '#domain/lists/empty-reason.ts';
import type { ReleaseIndex } from './release.ts';

/** `total`: matches before limit and offset. */
export function findEmptyReason({ memory, hidden }: ReleaseIndex, filter: Filter, total: number): EmptyReasonValue {
  if (total > 0) return 'offset';
  return explainEmpty(memory.size + hidden.size, () => queryContentIndex(hidden, filter, 1, 0).total > 0);
}
