// Models of the console search.
import type { Pager } from '../ui/listing.ts';
import type { ConsoleMessage } from '../messages/messages.ts';
import type { SearchHit } from './hits.ts';

export interface HitGroup {
  kind: string;
  label: ConsoleMessage;
  total: number;
  hits: SearchHit[];
  /** Path below /console of all hits, if some are not shown. */
  more?: string;
}

export interface SearchModel {
  words: string;
  /** Name of the only kind that is shown. */
  kind?: string;
  groups: HitGroup[];
  pager: Pager;
}
