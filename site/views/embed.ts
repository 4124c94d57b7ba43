// The frame that plays a video in the page, once a visitor asks for it.
import type { RoomItem } from '#domain/room.ts';
import { hostOf, webLink } from './web-link.ts';

export interface Embed {
  src: string;
  host: string;
}

/** YouTube's own address that sets no cookies before something plays. */
const quietHosts: Record<string, string> = {
  'www.youtube.com': 'www.youtube-nocookie.com',
  'youtube.com': 'www.youtube-nocookie.com',
};

/** Only https: the page's policy loads no other frame. A planned item has nothing to play. */
export function embedOf({ embedUrl, isPlanned }: Pick<RoomItem, 'embedUrl' | 'isPlanned'>): Embed | undefined {
  const link = webLink(embedUrl);
  if (!link || isPlanned || !link.startsWith('https:')) return undefined;
  const url = new URL(link);
  url.hostname = quietHosts[url.hostname] ?? url.hostname;
  url.searchParams.set('autoplay', '1');
  return { src: url.href, host: hostOf(url.href) };
}
