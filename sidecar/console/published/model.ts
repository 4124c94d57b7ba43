// Models of the lists of published and rejected items.
import type { ItemType } from '#contract/content-types.ts';
import type { UnreadableRow } from '../inbox/model.ts';
import type { MatchingItems } from '../content/decide-many.ts';
import type { UndoOffer } from '../content/undo-offer.ts';
import type { ItemFilter, ItemPager, Surface } from '../content/model.ts';

export interface ListedRow {
  id: string;
  /** Version that the creator sees. Decisions about another version are rejected. */
  revision: string;
  title: string;
  type: ItemType;
  feed?: string | undefined;
  /** YYYY-MM-DD */
  day: string | undefined;
  hiddenOn: Surface[];
  /** RFC 3339 time until which the item is secret. */
  liveAt?: string;
  /** Path of its public page. */
  live?: string;
  /** True if an edit of it is in the inbox. */
  isEditWaiting: boolean;
}

export interface ListedModel {
  folder: 'published' | 'rejected';
  filter: ItemFilter;
  feeds: { id: string; count: number }[];
  rows: ListedRow[];
  pages: ItemPager;
  /** Files that the build skips. */
  unreadable: UnreadableRow[];
  undo?: UndoOffer;
  /** All matching items as of this page, for one decision about them. */
  matching?: MatchingItems;
}
