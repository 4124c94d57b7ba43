// What waits for a decision, as the console shows it.
import type { ItemType } from '#contract/content-types.ts';
import type { DiffRun } from '../../content/word-diff.ts';
import type { ItemFilter, ItemPager } from '../content/model.ts';
import type { MatchingItems } from '../content/decide-many.ts';
import type { UndoOffer } from '../content/undo-offer.ts';

export interface InboxRow {
  id: string;
  /** Names what the creator sees here; a decision about another version is refused. */
  revision: string;
  title: string;
  type: ItemType;
  feed?: string | undefined;
  /** YYYY-MM-DD */
  day: string;
  /** YYYY-MM-DD, if the item is dated more than a day ahead. */
  plannedDay?: string | undefined;
  summary?: string | undefined;
  /** Labels of the fields that both the creator and the source changed: they must be chosen before it can be approved. */
  conflicts: string[];
  /** Labels of the fields from which ingest removed an address with a personal key. */
  withheld: string[];
  /** Its sound or film is at a private address. */
  isSilent: boolean;
  /** What an edit of a published item changes, a line for each field; undefined for what is new. */
  changes?: { name: string; runs: DiffRun[] }[];
}

export interface UnreadableRow {
  name: string;
  problems: string[];
  /** Where the file's name is an id, it can be rejected here. */
  id?: string;
}

export interface InboxModel {
  filter: ItemFilter;
  feeds: { id: string; count: number }[];
  rows: InboxRow[];
  pages: ItemPager;
  unreadable: UnreadableRow[];
  undo?: UndoOffer;
  /** All of them at once, as they were when the page was made. */
  matching?: MatchingItems;
}
