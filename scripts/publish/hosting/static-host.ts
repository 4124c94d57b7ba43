// _headers and _redirects of Netlify and Cloudflare Pages: what a CDN can do where the edge function does not run.
// Splats only, since hosts take at most 100 rules; no address has the same header from two rules, for hosts would join them.
import { apiFolders, discoveryLink, type Headers, headersOf, allowsEveryOrigin } from '#domain/release/headers.ts';
import type { HostedRelease } from '#domain/release/hosting.ts';

const renderRule = (path: string, headers: Headers): string =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');

const omitHeaders = (headers: Headers, names: string[]): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

const isInFolder = (folders: string[], path: string): boolean => folders.some((folder) => path.startsWith(folder));

/** Types that hosts cannot tell by the name: `application/rss+xml`. */
const isOwnType = (type: string): boolean => /^[^;]*\+/.test(type);

export function headerRules({ files, ...site }: HostedRelease): string {
  // The hosts' own default is the pages' Cache-Control, and they know the other types by extension.
  const common = omitHeaders(headersOf('/', { type: 'text/html' }, site), ['Content-Type', 'Cache-Control', 'Link']);
  const folderHeaders = (path: string, type: string, drop: string[] = ['Content-Type', 'Link']) =>
    omitHeaders(headersOf(path, { type }, site), [...Object.keys(common), ...drop]);
  const documents = files.filter(({ path }) => path.indexOf('/', 1) < 0 && path !== '/' && allowsEveryOrigin(path));
  const ownTypes = files.filter(({ path, page }) => isInFolder(apiFolders, path) && isOwnType(page.type));
  return `${[
    renderRule('/*', common),
    renderRule('/', { Link: discoveryLink(site) }),
    ...apiFolders.map((folder) => renderRule(`${folder}*`, folderHeaders(folder, 'application/json'))),
    ...documents.map(({ path, page: { type } }) =>
      renderRule(path, folderHeaders(path, type, isOwnType(type) ? ['Link'] : undefined)),
    ),
    ...ownTypes.map(({ path, page: { type } }) => renderRule(path, { 'Content-Type': type })),
    ...['/_astro/', '/_search/', '/media/'].map((folder) => renderRule(`${folder}*`, folderHeaders(folder, ''))),
  ].join('\n\n')}\n`;
}

/** Hosts find pages by themselves; files of the API that have an extension come first, since the first rule wins. */
export function redirectRules({ files }: HostedRelease): string {
  const api = files.filter(({ path }) => isInFolder(apiFolders, path));
  const filesAtOwnName = api.filter(({ path, page }) => path === `/${page.file}`);
  const wellKnown = api.filter(({ path, page }) => !path.startsWith('/api/') && path !== `/${page.file}`);
  return `${[
    ...filesAtOwnName.map(({ path }) => `${path} ${path} 200`),
    ...wellKnown.map(({ path, page }) => `${path} /${page.file} 200`),
    '/api/article/:id/markdown /api/article/:id/markdown.md 200',
    '/api/* /api/:splat.json 200',
  ].join('\n')}\n`;
}
