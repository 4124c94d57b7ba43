// Models that the lists of items share: filter and pager.
import { contentTypes, type ItemType, type timelineKinds } from '#contract/content-types.ts';
import type { surfaces } from '#contract/schemas/stored-item.ts';
import type { Pager } from '../ui/listing.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

export type Surface = (typeof surfaces)[number];

export interface ItemFilter {
  /** Words that must all occur in title, summary, author or keywords. */
  words: string;
  type?: ItemType;
  feed?: string;
  /** State of an inbox item: new, or an edit of a published item. */
  state?: 'new' | 'edit';
  /** Surface on which a published item is hidden. */
  hidden?: Surface;
}

export interface ItemPager extends Pager {
  /** Number of matching items. */
  total: number;
  page: number;
  count: number;
  /** Address of this page, to return to it. */
  here: string;
}

export const surfaceNames: Record<Surface, ConsoleMessage> = { mediaRoom: 'media room', api: 'API' };

export const timelineKindNames: Record<(typeof timelineKinds)[number], ConsoleMessage> = {
  appearance: 'Appearance',
  talk: 'Talk',
  event: 'Event',
  release: 'Album, book or other release',
  publication: 'Paper',
  work: 'Artwork',
  award: 'Award',
  milestone: 'Milestone',
  press: 'Press article',
  post: 'Post',
};

/** Returns the kind of a timeline entry, or the type of another item. */
export const itemTypeName = ({ type, kind }: { type: ItemType; kind?: keyof typeof timelineKindNames }): string =>
  kind ? timelineKindNames[kind] : contentTypes[type].name;
