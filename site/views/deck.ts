// Prepares the player controls, which show this before anything is loaded.
import { shortClock } from '#domain/transcripts/clock.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { formatNumber } from './dates.ts';

const rates = [0.8, 1, 1.2, 1.5, 1.75, 2];

export type DeckView = ReturnType<typeof deckView>;

export function deckView(room: Room, item: RoomItem, url: string) {
  const { durationSeconds: duration = 0, chapters = [], title } = item;
  const starts = chapters.map(({ startSeconds }) => startSeconds).filter((start) => start > 0 && start < duration);
  return {
    title,
    url,
    duration,
    clock: duration ? shortClock(duration) : '',
    ticks: starts.map((start) => Math.round((1000 * start) / duration)),
    rates: rates.map((value) => ({ value, label: `${formatNumber(room, value, { maxDigits: 2 })} ×` })),
  };
}
