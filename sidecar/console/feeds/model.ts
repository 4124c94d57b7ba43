// Models of the feeds page.
import type { UndoOffer } from '../content/undo-offer.ts';
import type { FeedResult } from '#contract/schemas/ingest-report.ts';

export interface FeedRow {
  id: string;
  title: string;
  /** Host or file of the feed. The rest of an address may contain a key. */
  source: string;
  /** True if new items are published without review. */
  isAuto: boolean;
  isEnabled: boolean;
  /** Result of the last reading, if there is one. */
  last?: FeedResult;
  /** New host of a feed that moved permanently, and the hash that identifies its address in the form. */
  moved?: { host: string; address: string };
}

export interface FeedsModel {
  rows: FeedRow[];
  /** Feeds that were removed from feeds.json but still have items. */
  left: { id: string; items: number }[];
  undo?: UndoOffer;
  /** Problems in feeds.json. */
  problems: string[];
  /** Notices of the last reading about other files. */
  notices: string[];
  /** Minutes between two readings; 0 if this room does not read its feeds. */
  everyMinutes: number;
  isBeingRead: boolean;
  /** Address that was typed but not accepted yet. */
  typed?: string;
}
