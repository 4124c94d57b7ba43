// Finds candidates for the feeds and pages of a site: feeds linked by a page, profiles on platforms, pages of the site,
// and common paths.
import type { Notice } from '#contract/notices.ts';
import type { PageFacts, PageLink } from './page-facts.ts';
import { findLead, youTubeFeed } from './platforms.ts';

export interface FeedCandidate {
  url: string;
  /** Source of the candidate, for the report. */
  how: string;
  title?: string;
}

/** Returns the feeds that a page links. */
export function feedsLinkedByPage(page: PageFacts): FeedCandidate[] {
  const onYouTube = /(^|\.)youtube\.com$/.test(new URL(page.url).hostname);
  return [
    ...(onYouTube && page.channelId ? [{ url: youTubeFeed(page.channelId), how: 'YouTube channel' }] : []),
    ...page.feeds.map(({ url, title }) => ({ url, title, how: 'linked as feed' })),
    ...page.entities.flatMap(({ feed }) => (feed ? [{ url: feed, how: 'JSON-LD' }] : [])),
    ...page.links.filter(looksLikeFeed).map(({ url, text }) => ({ url, title: text, how: 'link to a feed' })),
  ];
}

const looksLikeFeed = ({ url, text }: PageLink): boolean =>
  /^((rss|atom|json)[ -])?feed$|^(rss|atom)$/i.test(text) ||
  /(\.rss|\/(rss|feed|atom)\/?|\/(rss|feed|atom)\.(xml|json))$/i.test(new URL(url).pathname);

export interface Profiles {
  candidates: FeedCandidate[];
  /** Pages of channels that must be read to find their feeds. */
  channelPages: string[];
  hints: Notice[];
}

/** Finds the profiles on platforms that a page links, each once. The host of a hosted page links strangers as well. */
export function findProfiles({ links, url, isHosted }: PageFacts & { isHosted?: boolean }): Profiles {
  const profiles: Profiles = { candidates: [], channelPages: [], hints: [] };
  for (const link of links) {
    const match = isHosted && isSameSite(url, link.url) ? undefined : findLead(link);
    if (!match) continue;
    const { platform, lead } = match;
    if ('feed' in lead) profiles.candidates.push({ url: lead.feed, how: `${platform} profile` });
    else if ('page' in lead) profiles.channelPages.push(lead.page);
    else profiles.hints.push(lead.hint);
  }
  return { ...profiles, channelPages: [...new Set(profiles.channelPages)] };
}

const commonFeedPaths = [
  ...['/feed', '/feed.xml', '/rss.xml', '/atom.xml', '/index.xml', '/rss', '/feed.json', '/feed.rss'],
  ...['/blog/feed', '/blog/rss.xml', '/podcast.xml', '/podcast/feed', '/feeds/posts/default'],
];

export const candidatesAtCommonPaths = (pageUrl: string): FeedCandidate[] =>
  commonFeedPaths.map((path) => ({ url: new URL(path, pageUrl).href, how: 'usual path' }));

/** Returns true for the same host or a subdomain of it. */
function isSameSite(one: string, other: string): boolean {
  const site = new URL(one);
  const link = new URL(other);
  const domain = site.hostname.replace(/^www\./, '');
  const isSubdomain = link.hostname === domain || link.hostname.endsWith(`.${domain}`);
  return link.port === site.port && isSubdomain;
}

/** Returns the part of a host that belongs to the owner of a page: `/c/knots` of `/c/knots/videos`. */
function ownPath({ pathname }: URL): string {
  const segments = pathname.split('/').filter(Boolean);
  const count = segments[0]?.startsWith('@') ? 1 : Math.max(2, segments.length - 1);
  return `/${segments.slice(0, count).join('/')}`;
}

/** Returns true for a page of one creator on a host of many: its path or its title is that of a channel or show. */
export const isHostedPage = ({ url, title = '' }: PageFacts, feedTitles: string[]): boolean => {
  const isBelowRoot = new URL(url).pathname.length > 1;
  const isChannel = findLead({ url, text: '', isMe: false, isNavigation: false }) !== undefined;
  return isBelowRoot && (isChannel || feedTitles.includes(title.split(/\s+[|–—·-]\s+/)[0]!));
};

const fileEnd = /\.(?!html?$|php$|aspx?$|xml$|rss$|atom$|json$)[a-z][a-z0-9]{1,4}$/i;

/**
 * Finds the other pages of a site that a page links, pages of the navigation and short paths first. Pages of items are
 * left out, since the feeds contain them.
 */
export function findSitePages(page: PageFacts, { isHosted, itemUrls }: SiteScope): string[] {
  const path = ownPath(new URL(page.url));
  const isOwnPage = ({ url }: PageLink) => {
    const { pathname } = new URL(url);
    const isInScope = !isHosted || pathname === path || pathname.startsWith(`${path}/`);
    return isSameSite(page.url, url) && isInScope && url !== page.url && !itemUrls.has(url) && !fileEnd.test(pathname);
  };
  const rank = ({ url, isNavigation, isMe }: PageLink) => {
    const { pathname, search } = new URL(url);
    return (isNavigation || isMe ? 0 : 10) + pathname.split('/').filter(Boolean).length + (search ? 5 : 0);
  };
  const own = page.links.filter(isOwnPage).toSorted((one, other) => rank(one) - rank(other));
  return [...new Set(own.map(({ url }) => url))];
}

export interface SiteScope {
  isHosted: boolean;
  /** Addresses of the items of known feeds. */
  itemUrls: ReadonlySet<string>;
}
