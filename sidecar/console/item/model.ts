// One item as the console shows it: what it says, how the room will show it, what an edit changes, and the form to change it.
import type { ItemType } from '#contract/content-types.ts';
import type { PublicFacts, RoomItem } from '#domain/room.ts';
import type { ItemFolder } from '../../content/review-desk.ts';
import type { Share } from '../share-links.ts';
import type { DiffPassage } from '../../content/word-diff.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

export type ItemFieldKind = 'line' | 'lines' | 'text' | 'choice' | 'flag' | 'choices' | 'links';

export interface ItemFormField {
  name: string;
  label: string;
  kind: ItemFieldKind;
  hint?: string;
  /** As it stands in the field: what was typed, or what the item says. */
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

/** A field that both the creator and the source changed. */
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
  /** Names what the creator sees; a change of another version is refused. */
  revision: string;
  title: string;
  type: ItemType;
  feed?: string | undefined;
  groups: FieldGroup[];
  /** Said above the form, the field's name where it belongs to one. */
  problems: { name?: string; text: string }[];
  preview: { facts: PublicFacts; item: RoomItem; body: string };
  /** What is written against what is published, or what was typed against what is written. */
  changes: ChangedText[];
  changesAgainst?: 'published' | 'written';
  conflicts: ConflictView[];
  /** Where the same item also is, below /console. */
  alsoIn: { label: ConsoleMessage; path: string }[];
  /** Its page in the room, where it is live. */
  live?: string;
  /** A link for those who may see it before it is public. */
  share?: Share;
  /** The list that the creator came from, below /console. */
  back: string;
  /** The text is too long for a form. */
  isTextLeftOut: boolean;
}

/** Below /console: where the items of a folder are listed, and where each has its page. */
export const folderPaths: Record<ItemFolder, string> = {
  inbox: '/inbox',
  published: '/published',
  rejected: '/published/rejected',
};
