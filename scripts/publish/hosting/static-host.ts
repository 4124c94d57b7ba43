// _headers and _redirects of Netlify and Cloudflare Pages: what a CDN can do where the edge function does not run.
// Splats only, since hosts take at most 100 rules; no address has the same header from two rules, for hosts would join them.
import { apiFolders, discoveryLink, type Headers, headersOf, allowsEveryOrigin } from '#domain/release/headers.ts';
import type { HostedRelease } from '#domain/release/hosting.ts';

const rule = (path: string, headers: Headers): string =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');

const without = (headers: Headers, names: string[]): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

const inFolder = (folders: string[], path: string): boolean => folders.some((folder) => path.startsWith(folder));

/** Types that hosts cannot tell by the name: `application/rss+xml`. */
const isOwnType = (type: string): boolean => /^[^;]*\+/.test(type);

export function headerRules({ files, ...site }: HostedRelease): string {
  // The hosts' own default is the pages' Cache-Control, and they know the other types by extension.
  const common = without(headersOf('/', { type: 'text/html' }, site), ['Content-Type', 'Cache-Control', 'Link']);
  const beside = (path: string, type: string, drop: string[] = ['Content-Type', 'Link']) =>
    without(headersOf(path, { type }, site), [...Object.keys(common), ...drop]);
  const documents = files.filter(({ path }) => path.indexOf('/', 1) < 0 && path !== '/' && allowsEveryOrigin(path));
  const ownTypes = files.filter(({ path, page }) => inFolder(apiFolders, path) && isOwnType(page.type));
  return `${[
    rule('/*', common),
    rule('/', { Link: discoveryLink(site) }),
    ...apiFolders.map((folder) => rule(`${folder}*`, beside(folder, 'application/json'))),
    ...documents.map(({ path, page: { type } }) =>
      rule(path, beside(path, type, isOwnType(type) ? ['Link'] : undefined)),
    ),
    ...ownTypes.map(({ path, page: { type } }) => rule(path, { 'Content-Type': type })),
    ...['/_astro/', '/_search/', '/media/'].map((folder) => rule(`${folder}*`, beside(folder, ''))),
  ].join('\n\n')}\n`;
}

/** Hosts find pages by themselves; files of the API that have an extension come first, since the first rule wins. */
export function redirectRules({ files }: HostedRelease): string {
  const api = files.filter(({ path }) => inFolder(apiFolders, path));
  const named = api.filter(({ path, page }) => path === `/${page.file}`);
  const wellKnown = api.filter(({ path, page }) => !path.startsWith('/api/') && path !== `/${page.file}`);
  return `${[
    ...named.map(({ path }) => `${path} ${path} 200`),
    ...wellKnown.map(({ path, page }) => `${path} /${page.file} 200`),
    '/api/article/:id/markdown /api/article/:id/markdown.md 200',
    '/api/* /api/:splat.json 200',
  ].join('\n')}\n`;
}
