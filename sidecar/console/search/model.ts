// What is found in the whole console, by what it is.
import type { ItemType } from '#contract/content-types.ts';
import type { Pager } from '../ui/listing.ts';
import type { Text } from '../words/words.ts';

export interface Hit {
  title: string;
  href: string;
  state?: { label: Text; tone: 'plain' | 'waiting' | 'good' | 'bad' | 'over' };
  type?: ItemType;
  /** Of work that was done. */
  kind?: Text;
  /** Where the words may stand; anyone's word. */
  about?: string;
  /** Milliseconds. */
  at: number;
}

export const kinds = ['items', 'bookings', 'transcripts', 'subscriptions', 'agents', 'work', 'kits', 'tips'] as const;
export type HitKind = (typeof kinds)[number];

export const kindLabels: Record<HitKind, Text> = {
  items: 'Items',
  bookings: 'Bookings',
  transcripts: 'Transcriptions',
  subscriptions: 'Subscriptions',
  agents: 'Agents',
  work: 'Work',
  kits: 'Guest kits',
  tips: 'Tips',
};

export interface HitGroup {
  kind: HitKind;
  total: number;
  hits: Hit[];
  /** Below /console, where not all of them are here. */
  more?: string;
}

export interface SearchModel {
  words: string;
  /** Only this kind is shown. */
  kind?: HitKind;
  groups: HitGroup[];
  pager: Pager;
}
