// Finds candidates for the feeds of a site: feeds linked by its page, profiles on platforms, and common paths.
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
  hints: string[];
}

/** Finds the profiles on platforms that a page links, each once. */
export function findProfiles({ links }: PageFacts): Profiles {
  const profiles: Profiles = { candidates: [], channelPages: [], hints: [] };
  for (const link of links) {
    const match = findLead(link);
    if (!match) continue;
    const { platform, lead } = match;
    if ('feed' in lead) profiles.candidates.push({ url: lead.feed, how: `${platform} profile` });
    else if ('page' in lead) profiles.channelPages.push(lead.page);
    else profiles.hints.push(lead.hint);
  }
  return { ...profiles, channelPages: [...new Set(profiles.channelPages)], hints: [...new Set(profiles.hints)] };
}

const commonFeedPaths = [
  ...['/feed', '/feed.xml', '/rss.xml', '/atom.xml', '/index.xml', '/rss', '/feed.json', '/feed.rss'],
  ...['/blog/feed', '/blog/rss.xml', '/podcast.xml', '/podcast/feed', '/feeds/posts/default'],
];

export const candidatesAtCommonPaths = (pageUrl: string): FeedCandidate[] =>
  commonFeedPaths.map((path) => ({ url: new URL(path, pageUrl).href, how: 'usual path' }));

/** Finds pages of the same site about the creator: about, press, the show. */
export function findAboutPages({ url, links }: PageFacts): string[] {
  const { origin } = new URL(url);
  const paths =
    /(^|\/)(about(-me|-us)?|bio|profile|press(-kit)?|media-kit|presse|podcast|show|contact|ueber-mich|a-propos)\/?$/i;
  const labels = /^(about|about me|bio|press|media kit|über mich|à propos|acerca de|プロフィール|自己紹介|عن|نبذة)$/i;
  const own = links.filter((link) => new URL(link.url).origin === origin && link.url !== url);
  const about = own.filter((link) => paths.test(new URL(link.url).pathname) || labels.test(link.text));
  return [...new Set(about.map((link) => link.url))];
}

/** Finds pages of the same site that may link a feed. */
export function findLikelySubpages({ url, links }: PageFacts): string[] {
  const { origin } = new URL(url);
  const likely = /(^|\/)(blog|articles|posts|news|notes|writing|journal|podcast|episodes|videos|newsletter)\/?$/i;
  const own = links.map((link) => new URL(link.url)).filter((link) => link.origin === origin);
  return [...new Set(own.filter(({ pathname }) => likely.test(pathname)).map(({ href }) => href))].filter(
    (href) => href !== url,
  );
}
