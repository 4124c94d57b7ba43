// Prepares the player controls, which show this before anything is loaded.
import { shortClock } from '#domain/transcripts/clock.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { formatNumber } from './dates.ts';

export interface DeckView {
  title: string;
  url: string;
  /** Duration in seconds, or 0 if the feed does not contain it. */
  duration: number;
  clock: string;
  /** Starts of chapters, in thousandths of the duration. */
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
