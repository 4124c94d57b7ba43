// What is found in the whole console, by what it is.
import type { Pager } from '../ui/listing.ts';
import type { ConsoleMessage } from '../messages/messages.ts';
import type { SearchHit } from './hits.ts';

export interface HitGroup {
  kind: string;
  label: ConsoleMessage;
  total: number;
  hits: SearchHit[];
  /** Below /console, where not all of them are here. */
  more?: string;
}

export interface SearchModel {
  words: string;
  /** Only this kind is shown. */
  kind?: string;
  groups: HitGroup[];
  pager: Pager;
}
