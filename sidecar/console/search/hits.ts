// Kinds of search results, and helpers for searching tables.
import { sql } from 'kysely';
import type { ItemType } from '#contract/content-types.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import type { ConsoleDeps } from '../deps.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

export interface SearchHit {
  title: string;
  href: string;
  state?: { label: ConsoleMessage; tone: 'plain' | 'waiting' | 'good' | 'bad' | 'over' };
  type?: ItemType;
  /** Kind of a submitted work result. */
  kind?: ConsoleMessage;
  /** Excerpt of untrusted text. */
  about?: string;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface HitWindow {
  limit: number;
  offset: number;
}

export interface HitPage {
  hits: SearchHit[];
  /** Number of hits on all pages. */
  total: number;
}

export interface SearchKind {
  /** Name in addresses. */
  name: string;
  label: ConsoleMessage;
  /** Position among the kinds; lower numbers come first. */
  order: number;
  find: (deps: ConsoleDeps, words: string[], window: HitWindow) => Promise<HitPage>;
}

const maxLengths = { title: 100, about: 300 };

export const hitTitle = (text: string | null): string => strangerText(text ?? '', maxLengths.title);

export const hitExcerpt = (...texts: (string | null | undefined)[]): Pick<SearchHit, 'about'> => {
  const text = strangerText(texts.filter(Boolean).join(' · '), maxLengths.about);
  return text ? { about: text } : {};
};

/** Column with the number of rows on all pages. */
export const totalRows = sql<number>`count(*) over ()`.as('total');

export const toHitPage = <Row extends { total: number }>(rows: Row[], hitOf: (row: Row) => SearchHit): HitPage => ({
  hits: rows.map(hitOf),
  total: Number(rows[0]?.total ?? 0),
});
