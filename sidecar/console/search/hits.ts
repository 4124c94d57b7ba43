// Kinds of things that the search of the console finds, and helpers to find them in a table.
import { sql } from 'kysely';
import type { ItemType } from '#contract/content-types.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import type { ConsoleDeps } from '../deps.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

export interface Hit {
  title: string;
  href: string;
  state?: { label: ConsoleMessage; tone: 'plain' | 'waiting' | 'good' | 'bad' | 'over' };
  type?: ItemType;
  /** Kind of a piece of work. */
  kind?: ConsoleMessage;
  /** Text of strangers that may have the words. */
  about?: string;
  /** Milliseconds. */
  at: number;
}

export interface Window {
  limit: number;
  offset: number;
}

export interface HitPage {
  hits: Hit[];
  /** Number of hits on all pages. */
  total: number;
}

export interface SearchKind {
  /** Name in addresses. */
  name: string;
  label: ConsoleMessage;
  /** Position among the kinds; smaller comes first. */
  order: number;
  find: (deps: ConsoleDeps, words: string[], window: Window) => Promise<HitPage>;
}

const longest = { title: 100, about: 300 };

export const hitTitle = (text: string | null): string => strangerText(text ?? '', longest.title);

export const hitAbout = (...texts: (string | null | undefined)[]): Pick<Hit, 'about'> => {
  const text = strangerText(texts.filter(Boolean).join(' · '), longest.about);
  return text ? { about: text } : {};
};

/** Number of rows on all pages, as a column of each row. */
export const totalRows = sql<number>`count(*) over ()`.as('total');

export const hitsIn = <Row extends { total: number }>(rows: Row[], hitOf: (row: Row) => Hit): HitPage => ({
  hits: rows.map(hitOf),
  total: Number(rows[0]?.total ?? 0),
});
