// Runs the player of an item page: controls, times, transcript and stored position of its recording.
import { bindDeck } from './player/deck.ts';
import { type Playback, createPlayback } from './player/playback.ts';
import { positionInHash } from './player/clock.ts';

const attentionMs = 5000;

/** Highlights the words without changing the text (CSS Custom Highlight API). */
function mark(lines: HTMLElement[], words: string): void {
  if (!('highlights' in CSS)) return;
  const ranges = lines.flatMap((line) => {
    const text = line.querySelector('.spoken-text')!.firstChild as Text;
    const at = words ? text.data.toLocaleLowerCase().indexOf(words) : -1;
    if (at < 0) return [];
    const range = new Range();
    range.setStart(text, at);
    range.setEnd(text, Math.min(text.length, at + words.length));
    return [range];
  });
  CSS.highlights.set('found', new Highlight(...ranges));
}

function search(box: HTMLElement, lines: HTMLElement[]): void {
  const input = box.querySelector('input')!;
  const count = box.querySelector<HTMLElement>('[role="status"]')!;
  input.addEventListener('input', () => {
    const words = input.value.trim().toLocaleLowerCase();
    const matches = lines.filter((line) => line.textContent!.toLocaleLowerCase().includes(words));
    for (const line of lines) line.hidden = !matches.includes(line);
    mark(matches, words);
    count.textContent = words ? count.dataset.found!.replace('{count}', String(matches.length)) : '';
  });
}

/** Scrolls only the transcript, and not while the visitor scrolls it. */
function scrollWithPlayback(lines: HTMLElement[], { subscribe }: Playback): void {
  const box = lines[0]!.parentElement!;
  let touchedAt = -Infinity;
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    box.addEventListener(event, () => (touchedAt = performance.now()), { passive: true });
  let current: HTMLElement | undefined;
  subscribe(({ seconds, isPlaying }) => {
    const next = isPlaying ? lines.findLast((line) => Number(line.dataset.from) <= seconds) : current;
    if (next === current) return;
    current?.removeAttribute('aria-current');
    next?.setAttribute('aria-current', 'true');
    current = next;
    if (!next || performance.now() - touchedAt < attentionMs) return;
    box.scrollTop += next.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
  });
}

function followTranscript(playback: Playback): void {
  const box = document.querySelector<HTMLElement>('.spoken');
  const lines = [...(box?.querySelectorAll<HTMLElement>('.spoken-line') ?? [])];
  if (!box || lines.length === 0) return;
  search(box, lines);
  scrollWithPlayback(lines, playback);
}

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

function rememberPosition({ now, subscribe, seek }: Playback, media: HTMLMediaElement): void {
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

const step = 15;

function announce(player: HTMLElement, media: HTMLMediaElement, playback: Playback): void {
  if (!('mediaSession' in navigator)) return;
  const session = navigator.mediaSession;
  const { title = '', artist = '', album = '', artwork } = player.dataset;
  const actions: Partial<Record<MediaSessionAction, (details: MediaSessionActionDetails) => void>> = {
    play: playback.play,
    pause: playback.pause,
    seekbackward: ({ seekOffset = step }) => playback.skip(-seekOffset),
    seekforward: ({ seekOffset = step }) => playback.skip(seekOffset),
    seekto: ({ seekTime = 0 }) => playback.seek(seekTime),
  };
  media.addEventListener('playing', () => {
    const pictures = artwork ? [{ src: new URL(artwork, location.href).href }] : [];
    session.metadata = new MediaMetadata({ title, artist, album, artwork: pictures });
    for (const [action, act] of Object.entries(actions)) session.setActionHandler(action as MediaSessionAction, act);
  });
  playback.subscribe(({ isPlaying, seconds: position, duration, rate: playbackRate }) => {
    if (isPlaying && duration >= position && session.metadata)
      session.setPositionState({ duration, position, playbackRate });
  });
}

function playFromTimes(playback: Playback): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[data-seconds]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    playback.seek(Number(link.dataset.seconds));
    playback.play();
  });
}

/** Marks the current chapter. */
function followChapters({ subscribe }: Playback): void {
  const times = [...document.querySelectorAll<HTMLElement>('.chapters [data-seconds]')];
  subscribe(({ seconds }) => {
    const current = times.findLast((time) => Number(time.dataset.seconds) <= seconds);
    for (const time of times) time.parentElement!.classList.toggle('is-current', time === current && seconds > 0);
  });
}

const player = document.querySelector<HTMLElement>('[data-player]');
const media = player?.querySelector<HTMLMediaElement>('video[src], audio[src]');
if (player && media) {
  const playback = createPlayback(media, Number(player.dataset.duration ?? 0));
  const deck = player.querySelector<HTMLElement>('.deck');
  if (deck) bindDeck(deck, media, playback);
  playFromTimes(playback);
  followChapters(playback);
  followTranscript(playback);
  rememberPosition(playback, media);
  announce(player, media, playback);
}
