// The feeds as the console shows them: what each is set to, and what came of the last reading.
import type { UndoOffer } from '../content/undo-offer.ts';
import type { FeedResult } from '#contract/schemas/ingest-report.ts';

export interface FeedRow {
  id: string;
  title: string;
  /** The host, or the file; the rest of an address may hold a key. */
  source: string;
  /** What is found there is published without waiting. */
  isAuto: boolean;
  isEnabled: boolean;
  /** Undefined until it was read. */
  last?: FeedResult;
  /** Where it has moved for good: the host, and what names the whole address in the form. */
  moved?: { host: string; address: string };
}

export interface FeedsModel {
  rows: FeedRow[];
  /** Feeds that are in feeds.json no longer, and whose items are still there. */
  left: { id: string; items: number }[];
  undo?: UndoOffer;
  /** What is wrong with feeds.json. */
  problems: string[];
  /** About other files, as of the last reading. */
  notices: string[];
  /** 0 if the running room does not read its feeds. */
  everyMinutes: number;
  isBeingRead: boolean;
  /** An address that was typed and is not taken yet. */
  typed?: string;
}
