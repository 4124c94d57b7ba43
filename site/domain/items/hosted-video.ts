// Recognises the addresses of hosted videos: platform, id and the address of the embedded player.
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

export function parseVideoAddress(url: URL): HostedVideo | undefined {
  const v = url.pathname === '/watch' ? `?v=${url.searchParams.get('v') ?? ''}` : '';
  for (const { name, id, embed } of platforms) {
    const videoId = id.exec(url.host + url.pathname + v)?.[1];
    if (!videoId) continue;
    const embedUrl = embed?.(videoId, url.host);
    return { platform: name, videoId: videoId.replace('videos/', ''), ...(embedUrl && { embedUrl }) };
  }
  return undefined;
}
