// Models of the agent view.
import type { ItemType } from '#contract/content-types.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

export interface SeenDocument {
  path: string;
  /** Purpose for which agents request it. */
  purpose: ConsoleMessage;
  bytes: number;
  /** Estimate based on four characters per token. */
  tokens: number;
  /** Indented text, truncated if it is long. */
  text: string;
  isCut: boolean;
}

interface WithheldItem {
  title: string;
  type: ItemType;
  /** YYYY-MM-DD */
  date: string;
  /** Path of its public page, if there is one. */
  path?: string;
}

/** First items and the total number. */
export interface WithheldItems {
  items: WithheldItem[];
  total: number;
}

export interface SeenModel {
  release: string;
  baseUrl: string;
  documents: SeenDocument[];
  /** Number of items in the content index. */
  listed: number;
  hidden: WithheldItems;
  /** Articles whose text has a price. */
  gated: WithheldItems;
}
