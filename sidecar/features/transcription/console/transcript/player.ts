// Plays the recording from a line or a word, and marks the line that plays.
import { allRows, type CueRow, startSeconds } from './rows.ts';

export interface Player {
  /** Plays from a time. */
  playFrom: (seconds: number) => void;
  toggle: () => void;
  /** Skips by a number of seconds, back if negative. */
  skip: (seconds: number) => void;
  /** Returns the line that plays. */
  current: () => CueRow | undefined;
}

/** Time without automatic scrolling after the user has scrolled or typed. */
const attentionMs = 5000;

function lineAt(rows: CueRow[], seconds: number): CueRow | undefined {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startSeconds(rows[middle]!) <= seconds) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1];
}

/** Creates a player; without a recording it does nothing. */
export function createPlayer(audio: HTMLAudioElement | null, list: HTMLElement): Player {
  let marked: CueRow | undefined;
  let busyAt = -Infinity;
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(event, () => (busyAt = performance.now()), { passive: true });
  const mark = () => {
    const next = lineAt(allRows(list), audio!.currentTime);
    if (next === marked) return;
    marked?.line.classList.remove('is-playing');
    next?.line.classList.add('is-playing');
    marked = next;
    const isLeftAlone = performance.now() - busyAt < attentionMs || list.contains(document.activeElement);
    if (!isLeftAlone && !audio!.paused) next?.line.scrollIntoView({ block: 'center' });
  };
  audio?.addEventListener('timeupdate', mark);
  audio?.addEventListener('seeking', mark);
  return {
    playFrom: (seconds) => {
      if (!audio) return;
      audio.currentTime = seconds;
      void audio.play().catch(() => undefined);
    },
    toggle: () => void (audio?.paused ? audio.play().catch(() => undefined) : audio?.pause()),
    skip: (seconds) => {
      if (audio) audio.currentTime = Math.max(0, audio.currentTime + seconds);
    },
    current: () => marked,
  };
}
