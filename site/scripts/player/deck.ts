// Runs the controls of a recording. They dock at the bottom of the window when the visitor scrolls away during
// playback.
import { clock } from './clock.ts';
import type { Playback, PlaybackState } from './playback.ts';

const fine = 5;
const coarse = 15;

const deckPart = <E extends HTMLElement>(deck: HTMLElement, name: string): E =>
  deck.querySelector<E>(`[data-part="${name}"]`)!;

function stateRenderer(deck: HTMLElement): (state: PlaybackState) => void {
  const play = deckPart(deck, 'play');
  const range = deckPart<HTMLInputElement>(deck, 'line');
  const now = deckPart(deck, 'now');
  const whole = deckPart(deck, 'whole');
  const share = deckPart(deck, 'share');
  return ({ isPlaying, seconds, duration, rate, hasFailed }) => {
    deck.classList.toggle('is-playing', isPlaying);
    play.ariaLabel = isPlaying ? play.dataset.pause! : play.dataset.play!;
    now.textContent = clock(seconds);
    whole.textContent = duration ? clock(duration) : '';
    range.max = String(Math.max(1, Math.floor(duration)));
    range.value = String(Math.floor(seconds));
    range.setAttribute('aria-valuetext', `${clock(seconds)} / ${clock(duration)}`);
    range.style.setProperty('--played', `${duration ? (100 * seconds) / duration : 0}%`);
    deckPart<HTMLSelectElement>(deck, 'rate').value = String(rate);
    if (!share.dataset.shown) share.textContent = share.dataset.label!.replace('{time}', clock(seconds));
    deckPart(deck, 'failed').hidden = !hasFailed;
  };
}

/** Actions of keys while the focus is in the player. Elsewhere, letters belong to the visitor (WCAG 2.1.4). */
const keys: Record<string, (playback: Playback) => void> = {
  k: ({ toggle }) => toggle(),
  ' ': ({ toggle }) => toggle(),
  j: ({ skip }) => skip(-coarse),
  l: ({ skip }) => skip(coarse),
  ArrowLeft: ({ skip }) => skip(-fine),
  ArrowRight: ({ skip }) => skip(fine),
};

function listenToKeys(deck: HTMLElement, playback: Playback): void {
  deck.addEventListener('keydown', (event) => {
    const act = keys[event.key];
    const target = event.target as HTMLElement;
    const isTheirs = target.matches('select') || (event.key === ' ' && target.matches('button'));
    if (!act || isTheirs || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act(playback);
  });
}

/** Shares a link to the current second, with the system's share sheet or the clipboard. */
function sharePlace(deck: HTMLElement, { now }: Playback): void {
  const share = deckPart(deck, 'share');
  share.addEventListener('click', async () => {
    const url = `${deck.dataset.url!}#t=${Math.floor(now().seconds)}`;
    if (navigator.share) return void navigator.share({ title: document.title, url }).catch(() => undefined);
    await navigator.clipboard.writeText(url);
    share.textContent = share.dataset.shown = share.dataset.done!;
    setTimeout(() => {
      delete share.dataset.shown;
      share.textContent = share.dataset.label!.replace('{time}', clock(now().seconds));
    }, 2000);
  });
  share.hidden = typeof navigator.share !== 'function' && !navigator.clipboard;
}

/** Docks the controls when they scroll out of sight. The original place retains its height, so that nothing moves. */
function dockWhenOutOfSight(deck: HTMLElement, { now, pause }: Playback): void {
  const place = deck.parentElement!;
  let isClosed = false;
  const show = (isBeyond: boolean) => {
    const isDocked = isBeyond && !isClosed && (now().isPlaying || deck.classList.contains('is-docked'));
    place.style.minHeight = isDocked ? `${place.offsetHeight}px` : '';
    deck.classList.toggle('is-docked', isDocked);
    document.documentElement.classList.toggle('has-dock', isDocked);
  };
  let isBeyond = false;
  new IntersectionObserver(([entry]) => {
    isBeyond = !entry!.isIntersecting;
    show(isBeyond);
  }).observe(place);
  deck.addEventListener('deck:play', () => {
    isClosed = false;
    show(isBeyond);
  });
  deckPart(deck, 'close').addEventListener('click', () => {
    pause();
    isClosed = true;
    show(false);
  });
}

/** Makes a video act as its own button. In full screen, the browser's controls are available. */
function bindVideo(deck: HTMLElement, film: HTMLVideoElement, { toggle, play }: Playback): void {
  film.addEventListener('click', toggle);
  deckPart(deck, 'full').addEventListener('click', () => {
    play();
    const { webkitEnterFullscreen } = film as { webkitEnterFullscreen?: () => void };
    // iPhones can only show the video element itself in full screen.
    if (typeof film.requestFullscreen === 'function') void film.requestFullscreen();
    else webkitEnterFullscreen?.call(film);
  });
  film.addEventListener('fullscreenchange', () => (film.controls = document.fullscreenElement === film));
}

export function bindDeck(deck: HTMLElement, media: HTMLMediaElement, playback: Playback): void {
  media.controls = false;
  if (media instanceof HTMLVideoElement) bindVideo(deck, media, playback);
  deck.hidden = false;
  deckPart(deck, 'play').addEventListener('click', playback.toggle);
  for (const button of deck.querySelectorAll<HTMLElement>('[data-skip]'))
    button.addEventListener('click', () => playback.skip(Number(button.dataset.skip)));
  deckPart<HTMLInputElement>(deck, 'line').addEventListener('input', ({ target }) =>
    playback.seek(Number((target as HTMLInputElement).value)),
  );
  deckPart<HTMLSelectElement>(deck, 'rate').addEventListener('change', ({ target }) =>
    playback.setRate(Number((target as HTMLSelectElement).value)),
  );
  listenToKeys(deck, playback);
  sharePlace(deck, playback);
  dockWhenOutOfSight(deck, playback);
  media.addEventListener('play', () => deck.dispatchEvent(new Event('deck:play')));
  playback.subscribe(stateRenderer(deck));
}
