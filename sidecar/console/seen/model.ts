// What agents are answered at this moment, as the console shows it.
import type { ItemType } from '#contract/content-types.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

export interface SeenDocument {
  path: string;
  /** Why an agent asks for it. */
  purpose: ConsoleMessage;
  bytes: number;
  /** An estimate: four characters a token. */
  tokens: number;
  /** Indented, and not all of it where that would be long. */
  text: string;
  isCut: boolean;
}

interface WithheldItem {
  title: string;
  type: ItemType;
  /** YYYY-MM-DD */
  date: string;
  /** Below the room, where it has a page. */
  path?: string;
}

/** The first ones, and how many there are. */
export interface WithheldItems {
  items: WithheldItem[];
  total: number;
}

export interface SeenModel {
  release: string;
  baseUrl: string;
  documents: SeenDocument[];
  /** Items in the content index. */
  listed: number;
  hidden: WithheldItems;
  /** Articles whose text has a price. */
  gated: WithheldItems;
}
