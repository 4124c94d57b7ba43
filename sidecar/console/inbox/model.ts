// Models of the inbox.
import type { ItemType } from '#contract/content-types.ts';
import type { DiffRun } from '../../content/word-diff.ts';
import type { ItemFilter, ItemPager } from '../content/model.ts';
import type { MatchingItems } from '../content/decide-many.ts';
import type { UndoOffer } from '../content/undo-offer.ts';

export interface InboxRow {
  id: string;
  /** Version that the creator sees. Decisions about another version are rejected. */
  revision: string;
  title: string;
  type: ItemType;
  feed?: string | undefined;
  /** YYYY-MM-DD; undefined if the creator has to set the date. */
  day?: string | undefined;
  /** Date that the source states and that cannot be read. */
  dateText?: string | undefined;
  /** Day of an item that is dated more than a day ahead, YYYY-MM-DD. */
  plannedDay?: string | undefined;
  summary?: string | undefined;
  /** Labels of fields that both the creator and the source changed. They must be resolved before approval. */
  conflicts: string[];
  /** Labels of fields from which ingest removed an address with a personal key. */
  withheld: string[];
  /** True if its audio or video is at a private address. */
  isSilent: boolean;
  /** True if its text is only the beginning, because its source keeps the rest for subscribers. */
  isTeaser: boolean;
  /** Changes that an edit makes to the published item, by field; undefined for new items. */
  changes?: { name: string; runs: DiffRun[] }[];
}

export interface UnreadableRow {
  name: string;
  problems: string[];
  /** Item id, if the name of the file is one. Only then can the file be rejected here. */
  id?: string;
}

export interface InboxModel {
  filter: ItemFilter;
  feeds: { id: string; count: number }[];
  rows: InboxRow[];
  pages: ItemPager;
  unreadable: UnreadableRow[];
  undo?: UndoOffer;
  /** All matching items as of this page, for one decision about them. */
  matching?: MatchingItems;
}
