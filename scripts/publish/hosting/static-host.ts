// Renders _headers and _redirects of Netlify and Cloudflare Pages, for requests that the edge function does not handle.
// Paths are patterns, because hosts take at most 100 rules. No address gets the same header from two rules, because
// hosts would join the values.
import { apiFolders, discoveryLink, type Headers, headersOf, allowsEveryOrigin } from '#domain/release/headers.ts';
import type { HostedRelease } from '#domain/release/hosting.ts';

const renderRule = (path: string, headers: Headers): string =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');

const omitHeaders = (headers: Headers, names: string[]): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

const isInFolder = (folders: string[], path: string): boolean => folders.some((folder) => path.startsWith(folder));

/** Returns true for types that hosts cannot infer from the name, such as `application/rss+xml`. */
const isOwnType = (type: string): boolean => /^[^;]*\+/.test(type);

export function headerRules({ files, ...site }: HostedRelease): string {
  // The default Cache-Control of the hosts is that of the pages, and they infer other types from extensions.
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

/**
 * Renders redirects. Hosts find pages by themselves. API files with an extension come first, because the first match
 * wins.
 */
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
