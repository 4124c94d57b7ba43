// Restores the position in the recording, from the address or from the browser's storage.
import { positionInHash } from './clock.ts';
import type { Playback } from './playback.ts';

const everySeconds = 5;
/** Distance in seconds from the start or end within which no position is stored. */
const margin = 10;

const key = `place:${location.pathname}`;

/** Calls `use` with the storage. Browsers may forbid storage. */
function useStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

function save({ seconds, duration }: { seconds: number; duration: number }): void {
  const isWithin = seconds > margin && (!duration || seconds < duration - margin);
  useStorage((storage) => (isWithin ? storage.setItem(key, String(Math.floor(seconds))) : storage.removeItem(key)));
}

export function rememberPosition({ now, subscribe, seek }: Playback, media: HTMLMediaElement): void {
  const requestedSeconds = positionInHash(location.hash);
  const saved = Number(useStorage((storage) => storage.getItem(key)) ?? 0);
  if (requestedSeconds !== undefined) seek(requestedSeconds);
  else if (saved > 0) seek(saved);
  if (requestedSeconds !== undefined) media.closest('[data-player]')!.scrollIntoView({ block: 'center' });
  addEventListener('hashchange', () => {
    const position = positionInHash(location.hash);
    if (position !== undefined) seek(position);
  });
  let last = 0;
  subscribe((state) => {
    if (!state.isPlaying || Math.abs(state.seconds - last) < everySeconds) return;
    last = state.seconds;
    save(state);
  });
  media.addEventListener('pause', () => save(now()));
  media.addEventListener('ended', () => useStorage((storage) => storage.removeItem(key)));
  addEventListener('pagehide', () => now().seconds > 0 && save(now()));
}
