// Recognises profiles on well-known platforms and derives the addresses of their feeds.
import type { Notice } from '#contract/notices.ts';
import type { PageLink } from './page-facts.ts';

/** Address of a feed, page that must be read to find the feed, or hint if no feed can be derived. */
export type FeedLead = { feed: string } | { page: string } | { hint: Notice };

interface Platform {
  name: string;
  host: RegExp;
  path: RegExp;
  /** True if the page must mark the profile as its owner's, because the path is not specific. */
  meOnly?: boolean;
  lead: (url: URL, match: RegExpExecArray) => FeedLead;
}

export const youTubeFeed = (channelId: string): string =>
  `https://www.youtube.com/feeds/videos.xml?channel_id=${channelId}`;

const accountFeed = (key: string) => (url: URL, match: RegExpExecArray) => ({
  feed: `${url.origin}/feeds/videos.xml?${key}=${encodeURIComponent(match[1]!)}`,
});
const listingHint = (platform: string) => (url: URL) => ({
  hint: { code: 'listing_only' as const, details: { platform, url: url.href } },
});

const platforms: Platform[] = [
  {
    name: 'YouTube',
    host: /^((www|m)\.)?youtube\.com$/,
    path: /^\/channel\/(UC[\w-]{22})(\/|$)/,
    lead: (_url, match) => ({ feed: youTubeFeed(match[1]!) }),
  },
  {
    name: 'YouTube',
    host: /^((www|m)\.)?youtube\.com$/,
    path: /^\/(@[^/]+|c\/[^/]+|user\/[^/]+)/,
    lead: (_url, match) => ({ page: `https://www.youtube.com/${match[1]}` }),
  },
  {
    name: 'Vimeo',
    host: /^(www\.)?vimeo\.com$/,
    path: /^\/((?!\d+$|channels$|categories$|about$|upgrade$|features$|watch$)[\w-]+)\/?$/,
    lead: (_url, match) => ({ feed: `https://vimeo.com/${match[1]}/videos/rss` }),
  },
  {
    name: 'Apple Podcasts',
    host: /^(podcasts|itunes)\.apple\.com$/,
    path: /podcast/,
    lead: listingHint('Apple Podcasts'),
  },
  {
    name: 'Spotify',
    host: /^(open|podcasters|creators)\.spotify\.com$/,
    path: /^\/(show|pod\/show)\//,
    lead: listingHint('Spotify'),
  },
  {
    name: 'Twitch',
    host: /^(www\.)?twitch\.tv$/,
    path: /^\/[\w]{3,25}\/?$/,
    lead: (url) => ({ hint: { code: 'twitch_without_feed', details: { url: url.href } } }),
  },
  {
    name: 'Substack',
    host: /^[\w-]+\.substack\.com$/,
    path: /^\/?$/,
    lead: (url) => ({ feed: `${url.origin}/feed` }),
  },
  {
    name: 'Medium',
    host: /^medium\.com$/,
    path: /^\/(@[\w.-]+)\/?$/,
    lead: (_url, match) => ({ feed: `https://medium.com/feed/${match[1]}` }),
  },
  {
    name: 'PeerTube',
    host: /tube|video/,
    path: /^\/(?:c|video-channels)\/([^/]+)/,
    lead: accountFeed('videoChannelName'),
  },
  { name: 'PeerTube', host: /tube|video/, path: /^\/(?:a|accounts)\/([^/]+)/, lead: accountFeed('accountName') },
  {
    name: 'Mastodon',
    host: /./,
    path: /^\/@[\w.-]+(@[\w.-]+)?\/?$/,
    meOnly: true,
    lead: (url) => ({ feed: `${url.origin}${url.pathname.replace(/\/$/, '')}.rss` }),
  },
];

/** Recognises a link to a profile; returns undefined for other links. */
export function findLead({ url: address, isMe }: PageLink): { platform: string; lead: FeedLead } | undefined {
  const url = new URL(address);
  for (const { name, host, path, meOnly, lead } of platforms) {
    const match = host.test(url.hostname) && (isMe || !meOnly) ? path.exec(url.pathname) : null;
    if (match) return { platform: name, lead: lead(url, match) };
  }
  return undefined;
}
