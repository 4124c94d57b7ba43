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
  skip: (seconds: number) => void;
  setRate: (rate: number) => void;
}

const finiteOrZero = (value: number | undefined): number => (value && Number.isFinite(value) ? value : 0);

/**
 * Returns a function that stores a position requested before anything is loaded, and applies it when the browser has
 * ignored it.
 */
function rememberSeek(media: HTMLMediaElement): (seconds: number) => void {
  let requestedSeconds: number | undefined;
  media.addEventListener('loadedmetadata', () => {
    if (requestedSeconds !== undefined && Math.abs(media.currentTime - requestedSeconds) > 1)
      media.currentTime = requestedSeconds;
    requestedSeconds = undefined;
  });
  return (seconds) => {
    if (media.readyState === 0) requestedSeconds = seconds;
  };
}

export function createPlayback(media: HTMLMediaElement, feedDuration: number): Playback {
  const store = createMediaStore({ media, documentElement: document, options: { defaultDuration: feedDuration } });
  const rememberRequested = rememberSeek(media);
  const listeners: ((state: PlaybackState) => void)[] = [];
  const now = (): PlaybackState => {
    const { mediaPaused = true, mediaPlaybackRate = 1 } = store.getState();
    const duration = finiteOrZero(media.duration) || feedDuration;
    return {
      isPlaying: !mediaPaused,
      seconds: media.currentTime,
      duration,
      rate: mediaPlaybackRate,
      hasFailed: media.error !== null,
    };
  };
  const notify = () => listeners.forEach((show) => show(now()));
  store.subscribe(notify);
  const request = (type: string, detail?: number) => store.dispatch({ type, detail });
  const seek = (seconds: number) => {
    const { duration } = now();
    const position = Math.max(0, duration ? Math.min(seconds, duration) : seconds);
    rememberRequested(position);
    // The store connects to its element later, but an address may name a position immediately.
    media.currentTime = position;
    notify();
  };
  const play = () => request('mediaplayrequest');
  const pause = () => request('mediapauserequest');
  return {
    now,
    subscribe: (show) => {
      listeners.push(show);
      show(now());
    },
    play,
    pause,
    toggle: () => (now().isPlaying ? pause() : play()),
    seek,
    skip: (seconds) => seek(media.currentTime + seconds),
    setRate: (rate) => request('mediaplaybackraterequest', rate),
  };
}
