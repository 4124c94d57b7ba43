// Recognises the hosted video of an item.
import { type HostedVideo, parseVideoAddress } from '#domain/items/hosted-video.ts';
import type { FeedItem } from '../feed-document.ts';
import { webAddress } from './links.ts';

export const findVideoPlatform = (item: FeedItem): string | undefined => findHostedVideo(item)?.platform;

export function findHostedVideo(item: FeedItem): HostedVideo | undefined {
  const player = webAddress(item.video.playerUrl);
  const link = item.video.id ? `https://www.youtube.com/watch?v=${item.video.id}` : item.link;
  for (const address of [link, player]) {
    const url = address ? URL.parse(address) : null;
    const video = url && parseVideoAddress(url);
    // The player address of Vimeo contains a key.
    if (video) return video.platform === 'vimeo' && player ? { ...video, embedUrl: player } : video;
  }
  return undefined;
}
