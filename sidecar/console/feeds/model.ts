// Models of the feeds page, and the choices of what the entries of a feed are.
import type { Notice } from '#contract/notices.ts';
import type { Feed } from '#contract/schemas/content-files.ts';
import type { ConsoleMessage } from '../messages/messages.ts';
import type { UndoableDecision } from '../../content/undo.ts';
import type { FeedResult } from '#contract/schemas/ingest-report.ts';

export interface FeedRow {
  id: string;
  title: string;
  /** Host or file of the feed. The rest of an address may contain a key. */
  source: string;
  /** True if new items are published without review. */
  isAuto: boolean;
  isEnabled: boolean;
  /** Name in feedKinds of what its entries are. */
  kind: string;
  /** Result of the last reading, if there is one. */
  last?: FeedResult;
  /** New host of a feed that moved permanently, and the hash that identifies its address in the form. */
  moved?: { host: string; address: string };
}

export interface FeedsModel {
  rows: FeedRow[];
  /** Feeds that were removed from feeds.json but still have items. */
  left: { id: string; items: number }[];
  undo?: UndoableDecision;
  /** Problems in feeds.json. */
  problems: string[];
  /** Notices of the last reading about other files. */
  notices: Notice[];
  /** Minutes between two readings; 0 if this room does not read its feeds. */
  everyMinutes: number;
  isBeingRead: boolean;
  /** Address that was typed but not accepted yet. */
  typed?: string;
}

type FeedKind = Pick<Feed, 'type' | 'kind'> & { name: string; label: ConsoleMessage };

const timelineKindLabels: [Required<Feed>['kind'], ConsoleMessage][] = [
  ['post', 'Posts or notes'],
  ['event', 'Concerts, readings and other events'],
  ['appearance', 'Appearances'],
  ['talk', 'Talks and lectures'],
  ['release', 'Albums, books and other releases'],
  ['publication', 'Papers'],
  ['work', 'Artworks'],
  ['press', 'Press articles about you'],
  ['award', 'Awards'],
  ['milestone', 'Milestones'],
];

export const feedKinds: FeedKind[] = [
  { name: '', label: 'recognized automatically' },
  { name: 'article', label: 'Articles or letters', type: 'article' },
  { name: 'episode', label: 'Podcast episodes', type: 'episode' },
  { name: 'video', label: 'Videos', type: 'video' },
  { name: 'stream', label: 'Live streams', type: 'stream' },
  ...timelineKindLabels.map(([kind, label]) => ({ name: kind, label, type: 'timeline' as const, kind })),
];

/** Entries of the timeline without a kind count as milestones. */
export const feedKindName = ({ type, kind }: Feed): string =>
  kind ?? (type === 'timeline' ? 'milestone' : (type ?? ''));
