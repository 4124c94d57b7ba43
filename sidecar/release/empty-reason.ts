// Why an answer lists nothing. @spec-gap empty-reason
import type { EmptyReasonValue } from '#contract/schemas/content.ts';
import { type Filter, queryContent } from '#domain/lists/content-index.ts';
import { reasonOfNothing } from '#domain/lists/empty-reason.ts';
import type { LoadedIndex } from './release.ts';

/** `total`: matches before limit and offset. */
export function emptyReason({ memory, hidden }: LoadedIndex, filter: Filter, total: number): EmptyReasonValue {
  if (total > 0) return 'offset';
  return reasonOfNothing(memory.size + hidden.size, () => queryContent(hidden, filter, 1, 0).total > 0);
}
