// Models of the item page.
import type { ItemType } from '#contract/content-types.ts';
import type { PublicFacts, RoomItem } from '#domain/room.ts';
import type { ItemFolder } from '../../content/review-desk.ts';
import type { createShare } from '../share-links.ts';
import type { DiffPassage } from '../../content/word-diff.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

export type ItemFieldKind = 'line' | 'lines' | 'text' | 'choice' | 'flag' | 'choices' | 'links';

export interface ItemFormField {
  name: string;
  label: string;
  kind: ItemFieldKind;
  hint?: string;
  /** Current value: as submitted, or as the item has it. */
  value: string;
  options?: { value: string; label: string; isChosen: boolean }[];
  links?: { id: string; label: string; url: string }[];
  problem?: string;
}

export interface FieldGroup {
  legend: string;
  fields: ItemFormField[];
}

export interface ChangedText {
  label: string;
  passages: DiffPassage[];
}

/** Field that both the creator and the source changed. */
export interface ConflictView {
  name: string;
  label: string;
  mine: string;
  theirs: string;
  chosen?: 'mine' | 'theirs';
}

export interface ItemModel {
  folder: ItemFolder;
  id: string;
  /** Version that the creator sees. Changes of another version are rejected. */
  revision: string;
  title: string;
  type: ItemType;
  feed?: string | undefined;
  groups: FieldGroup[];
  /** Problems shown above the form, with the name of the field if there is one. */
  problems: { name?: string; text: string }[];
  /** True if the creator has to set the date. */
  isUndated: boolean;
  /** Date that the source states and that cannot be read. */
  dateText?: string | undefined;
  preview: { facts: PublicFacts; item: RoomItem; body: string };
  /** Differences between the item and its published version, or between the input and the stored item. */
  changes: ChangedText[];
  changesAgainst?: 'published' | 'written';
  conflicts: ConflictView[];
  /** Other versions of the item, with paths below /console. */
  alsoIn: { label: ConsoleMessage; path: string }[];
  /** Path of its public page, if it is live. */
  livePath?: string;
  /** Private link for people who may see the item before it is public. */
  share?: Awaited<ReturnType<typeof createShare>>;
  /** Path below /console of the list that the creator came from. */
  back: string;
  /** True if the text is too long for a form. */
  isTextLeftOut: boolean;
}

/** Paths below /console of the lists of each folder. The page of an item is below its list. */
export const folderPaths: Record<ItemFolder, string> = {
  inbox: '/inbox',
  published: '/published',
  rejected: '/published/rejected',
};
