// What lists of items have in common: how they are narrowed, and their pages.
import type { ItemType } from '#contract/content-types.ts';
import type { surfaces } from '#contract/schemas/stored-item.ts';
import type { Pager } from '../ui/listing.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

export type Surface = (typeof surfaces)[number];

export interface ItemFilter {
  /** Each of them stands in title, summary, author or keywords. */
  words: string;
  type?: ItemType;
  feed?: string;
  /** Of what waits: is it new, or an edit of what is published? */
  state?: 'new' | 'edit';
  /** Of what is published: where it is hidden. */
  hidden?: Surface;
}

export interface ItemPager extends Pager {
  /** Items that match. */
  total: number;
  page: number;
  count: number;
  /** The address of this page, for coming back to it. */
  here: string;
}

export const surfaceNames: Record<Surface, ConsoleMessage> = { mediaRoom: 'media room', api: 'API' };
