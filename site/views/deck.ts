// What the player of a page shows before anything is loaded.
import { shortClock } from '#domain/transcripts/clock.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { formatNumber } from './dates.ts';

export interface DeckView {
  title: string;
  url: string;
  /** In seconds; 0 where the feed does not say. */
  duration: number;
  clock: string;
  /** Beginnings of chapters, in thousandths of the whole. */
  ticks: number[];
  rates: { value: number; label: string }[];
}

const rates = [0.8, 1, 1.2, 1.5, 1.75, 2];

export function deckView(room: Room, item: RoomItem, url: string): DeckView {
  const { durationSeconds: duration = 0, chapters = [], title } = item;
  const starts = chapters.map(({ startSeconds }) => startSeconds).filter((start) => start > 0 && start < duration);
  return {
    title,
    url,
    duration,
    clock: duration ? shortClock(duration) : '',
    ticks: starts.map((start) => Math.round((1000 * start) / duration)),
    rates: rates.map((value) => ({ value, label: `${formatNumber(room, value, { most: 2 })} ×` })),
  };
}
