// Labels links to the creator's profiles: by the text of the link, the name of the platform, or the title of the page.
import type { Discovery } from './discover.ts';
import type { PageLink } from './page-facts.ts';

const namesByHost: [RegExp, string][] = [
  [/(^|\.)youtube\.com$/, 'YouTube'],
  [/(^|\.)vimeo\.com$/, 'Vimeo'],
  [/^(podcasts|itunes)\.apple\.com$/, 'Apple Podcasts'],
  [/(^|\.)spotify\.com$/, 'Spotify'],
  [/(^|\.)overcast\.fm$/, 'Overcast'],
  [/(^|\.)pocketcasts\.com$|^pca\.st$/, 'Pocket Casts'],
  [/(^|\.)soundcloud\.com$/, 'SoundCloud'],
  [/(^|\.)bandcamp\.com$/, 'Bandcamp'],
  [/(^|\.)twitch\.tv$/, 'Twitch'],
  [/(^|\.)substack\.com$/, 'Substack'],
  [/(^|\.)medium\.com$/, 'Medium'],
  [/^bsky\.app$/, 'Bluesky'],
  [/(^|\.)(twitter|x)\.com$/, 'X'],
  [/(^|\.)threads\.(net|com)$/, 'Threads'],
  [/(^|\.)instagram\.com$/, 'Instagram'],
  [/(^|\.)facebook\.com$/, 'Facebook'],
  [/(^|\.)linkedin\.com$/, 'LinkedIn'],
  [/(^|\.)tiktok\.com$/, 'TikTok'],
  [/(^|\.)github\.com$/, 'GitHub'],
  [/(^|\.)patreon\.com$/, 'Patreon'],
  [/(^|\.)ko-fi\.com$/, 'Ko-fi'],
  [/(^|\.)goodreads\.com$/, 'Goodreads'],
  [/(^|\.)wikipedia\.org$/, 'Wikipedia'],
];

const capitalise = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

function findPlatform({ hostname, pathname }: URL): string | undefined {
  const name = namesByHost.find(([host]) => host.test(hostname))?.[1];
  return name ?? (/^\/(@|users\/)[\w.-]+\/?$/.test(pathname) ? 'Mastodon' : undefined);
}

/** Returns the label of a link, or undefined if neither its text nor a platform nor a page names it. */
export function labelLink({ url }: Pick<PageLink, 'url'>, { pages, asides }: Discovery): string | undefined {
  const linkText = pages.flatMap(({ links }) => links).find((link) => link.url === url && link.text)?.text;
  if (linkText && linkText.length <= 40) return capitalise(linkText);
  const platform = findPlatform(new URL(url));
  if (platform) return platform;
  const page = [...pages, ...asides].find((one) => one.url === url);
  return page?.siteName ?? page?.title?.split(/\s+[|–—·-]\s+|｜/)[0];
}
