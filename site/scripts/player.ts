// Runs the player of an item page: controls, times, transcript and stored position of its recording.
import { bindDeck } from './player/deck.ts';
import { announce } from './player/media-session.ts';
import { rememberPosition } from './player/position.ts';
import { type Playback, createPlayback } from './player/playback.ts';
import { followTranscript } from './player/transcript.ts';

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
