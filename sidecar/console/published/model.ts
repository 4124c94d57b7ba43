// What is published and what was rejected, as the console shows it.
import type { ItemType } from '#contract/content-types.ts';
import type { UnreadableRow } from '../inbox/model.ts';
import type { MatchingItems } from '../content/decide-many.ts';
import type { UndoOffer } from '../content/undo-offer.ts';
import type { ItemFilter, ItemPager, Surface } from '../content/model.ts';

export interface ListedRow {
  id: string;
  /** Names what the creator sees here; a decision about another version is refused. */
  revision: string;
  title: string;
  type: ItemType;
  feed?: string | undefined;
  /** YYYY-MM-DD */
  day: string;
  hiddenOn: Surface[];
  /** RFC 3339; kept secret until then. */
  liveAt?: string;
  /** Its page in the room. */
  live?: string;
  /** An edit of it waits in the inbox. */
  isEditWaiting: boolean;
}

export interface ListedModel {
  folder: 'published' | 'rejected';
  filter: ItemFilter;
  feeds: { id: string; count: number }[];
  rows: ListedRow[];
  pages: ItemPager;
  /** The build leaves them out. */
  unreadable: UnreadableRow[];
  undo?: UndoOffer;
  /** All of them at once, as they were when the page was made. */
  matching?: MatchingItems;
}
