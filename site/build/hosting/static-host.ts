// _headers and _redirects of Netlify and Cloudflare Pages: what a CDN can do where the edge function does not run.
// Splats only, since hosts take at most 100 rules; no address has the same header from two rules, for hosts would join them.
import { apiFolders, discoveryLink, type Headers, headersOf } from '#domain/headers.ts';
import type { HostedRelease } from '#domain/hosting.ts';

const rule = (path: string, headers: Headers): string =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');

const without = (headers: Headers, names: string[]): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

export function headerRules({ baseUrl }: HostedRelease): string {
  // The hosts' own default is the pages' Cache-Control, and they know types by extension.
  const page = without(headersOf('/', { type: 'text/html' }, baseUrl), ['Content-Type', 'Cache-Control', 'Link']);
  const beside = (path: string, type: string, drop: string[]) =>
    without(headersOf(path, { type }, baseUrl), [...Object.keys(page), ...drop]);
  const json = 'application/json; charset=utf-8';
  return `${[
    rule('/*', page),
    rule('/', { Link: discoveryLink(baseUrl) }),
    ...apiFolders.map((folder) => rule(`${folder}*`, beside(folder, json, ['Content-Type']))),
    ...['/llms.txt', '/AGENTS.md'].map((path) => rule(path, beside(path, 'text/plain', ['Content-Type']))),
    ...['/_astro/', '/media/'].map((folder) => rule(`${folder}*`, beside(folder, '', ['Content-Type']))),
  ].join('\n\n')}\n`;
}

/** Hosts find pages by themselves; files of the API that have an extension come first, since the first rule wins. */
export function redirectRules({ files }: HostedRelease): string {
  const api = files.filter(({ path }) => apiFolders.some((folder) => path.startsWith(folder)));
  const named = api.filter(({ path, entry }) => path === `/${entry.file}`);
  return `${[
    ...named.map(({ path }) => `${path} ${path} 200`),
    '/api/article/:id/markdown /api/article/:id/markdown.md 200',
    '/api/* /api/:splat.json 200',
  ].join('\n')}\n`;
}
