// Registers the recording with the system, so that its lock screen and media keys work.
import type { Playback } from './playback.ts';

const step = 15;

export function announce(player: HTMLElement, media: HTMLMediaElement, playback: Playback): void {
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
