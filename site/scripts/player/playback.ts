// Controls playback with media-chrome's store for the media element of the page.
import { createMediaStore } from 'media-chrome/dist/media-store/media-store.js';

export interface PlaybackState {
  isPlaying: boolean;
  seconds: number;
  /** Duration in seconds, from the feed until the recording is loaded. */
  duration: number;
  rate: number;
  hasFailed: boolean;
}

export interface Playback {
  now: () => PlaybackState;
  subscribe: (show: (state: PlaybackState) => void) => void;
  play: () => void;
  pause: () => void;
  toggle: () => void;
  seek: (seconds: number) => void;
  /** Moves by this number of seconds. */
  skip: (seconds: number) => void;
  setRate: (rate: number) => void;
}

const finiteOrZero = (value: number | undefined): number => (value && Number.isFinite(value) ? value : 0);

/**
 * Returns a function that stores a position requested before anything is loaded, and applies it when the browser has
 * ignored it.
 */
function rememberSeek(media: HTMLMediaElement): (seconds: number) => void {
  let wanted: number | undefined;
  media.addEventListener('loadedmetadata', () => {
    if (wanted !== undefined && Math.abs(media.currentTime - wanted) > 1) media.currentTime = wanted;
    wanted = undefined;
  });
  return (seconds) => {
    if (media.readyState === 0) wanted = seconds;
  };
}

export function createPlayback(media: HTMLMediaElement, claimed: number): Playback {
  const store = createMediaStore({ media, documentElement: document, options: { defaultDuration: claimed } });
  const keep = rememberSeek(media);
  const shows: ((state: PlaybackState) => void)[] = [];
  const now = (): PlaybackState => {
    const { mediaPaused = true, mediaPlaybackRate = 1 } = store.getState();
    const duration = finiteOrZero(media.duration) || claimed;
    return {
      isPlaying: !mediaPaused,
      seconds: media.currentTime,
      duration,
      rate: mediaPlaybackRate,
      hasFailed: media.error !== null,
    };
  };
  const tell = () => shows.forEach((show) => show(now()));
  store.subscribe(tell);
  const ask = (type: string, detail?: number) => store.dispatch({ type, detail });
  const seek = (seconds: number) => {
    const { duration } = now();
    const place = Math.max(0, duration ? Math.min(seconds, duration) : seconds);
    keep(place);
    // The store connects to its element later, but an address may name a position immediately.
    media.currentTime = place;
    tell();
  };
  const [play, pause] = [() => ask('mediaplayrequest'), () => ask('mediapauserequest')];
  return {
    now,
    subscribe: (show) => {
      shows.push(show);
      show(now());
    },
    play,
    pause,
    toggle: () => (now().isPlaying ? pause() : play()),
    seek,
    skip: (seconds) => seek(media.currentTime + seconds),
    setRate: (rate) => ask('mediaplaybackraterequest', rate),
  };
}
