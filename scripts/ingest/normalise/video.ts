// Recognises hosted videos: platform, id and the address of the embedded player.
import type { FeedItem } from '../feed-document.ts';
import { webAddress } from './links.ts';

export interface HostedVideo {
  platform: string;
  videoId: string;
  embedUrl?: string;
}

interface Platform {
  name: string;
  id: RegExp;
  embed?: (id: string, host: string) => string;
}

/** Patterns for host and path (and YouTube's v parameter); the first group is the id of the video. */
const platforms: Platform[] = [
  {
    name: 'youtube',
    id: /^(?:[\w-]+\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?v=|shorts\/|live\/|embed\/|v\/)|youtu\.be\/)([\w-]{6,20})/,
    embed: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  },
  {
    name: 'vimeo',
    id: /^(?:[\w-]+\.)?vimeo\.com\/(?:video\/|channels\/\w+\/)?(\d{4,})/,
    embed: (id) => `https://player.vimeo.com/video/${id}`,
  },
  { name: 'twitch', id: /^(?:[\w-]+\.)?twitch\.tv\/((?:videos\/)?\w+)/ },
  {
    name: 'peertube',
    id: /^[\w.-]+(?::\d+)?\/(?:videos\/(?:watch|embed)|w)\/((?:[\da-f]{8}-[\da-f-]{27})|[1-9A-HJ-NP-Za-km-z]{22})$/,
    embed: (id, host) => `https://${host}/videos/embed/${id}`,
  },
];

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

function parseVideoAddress(url: URL): HostedVideo | undefined {
  const v = url.pathname === '/watch' ? `?v=${url.searchParams.get('v') ?? ''}` : '';
  for (const { name, id, embed } of platforms) {
    const videoId = id.exec(url.host + url.pathname + v)?.[1];
    if (!videoId) continue;
    const embedUrl = embed?.(videoId, url.host);
    return { platform: name, videoId: videoId.replace('videos/', ''), ...(embedUrl && { embedUrl }) };
  }
  return undefined;
}
