// The headers of a built file, by its address: the same from the sidecar, a web server and a CDN.
import { allEndpoints, endpoints } from '#contract/endpoints.ts';
import { contentIndexMaxLimit } from '#contract/limits.ts';
import { apiVersion } from '#contract/version.ts';
import { cardFolder, embedFolder, isNamedByContent, licensePath, markdownPath, sitemapMarkdown } from '../links.ts';
import type { ReleasePage } from './page.ts';

export type Headers = Record<string, string>;

/** Below these, and at the paths themselves, everything is the API's. */
export const apiFolders = ['/api/', '/.well-known/'];
export const apiPaths = ['/mcp', '/ask', '/oembed'];

export const isApiPath = (path: string): boolean =>
  apiFolders.some((folder) => path.startsWith(folder)) || apiPaths.includes(path);

/** Where tools are run: only for origins that are known. @spec-gap cors */
const ownOriginPaths = [endpoints.mcpDescriptor.http.path as string, '/mcp'];

/** Documents of the API, and every other file that programs read: Markdown, text, JSON, feeds, and the kit to download. */
const isDocument = (path: string): boolean => isApiPath(path) || /\.(md|txt|json|xml|pdf|zip)$/.test(path);

/** Addresses that other origins may read. */
export const allowsEveryOrigin = (path: string): boolean => isDocument(path) && !ownOriginPaths.includes(path);

/** Where the sandbox's answer lies as a file. */
export const sandboxPath = (path: string): string => `${path}/sandbox`;
export const sandboxPdfPath = (path: string): string => `${sandboxPath(path)}.pdf`;

/** The address and its twin: the header chooses between them, so that a shared cache must keep them apart. */
const sandboxPaths = new RegExp(
  `^(?:${allEndpoints
    .flatMap(([, { http, access }]) =>
      access?.sandbox ? [http.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')] : [],
    )
    .join('|')})(?:/sandbox)?$`,
);

/** Health and changes are asked to be sure; a counted route would give stale counts from a cache. */
const revalidatedPaths = new Set([
  endpoints.health.http.path as string,
  endpoints.changes.http.path,
  ...allEndpoints.flatMap(([, { http, access }]) => (access?.rate && http.method === 'GET' ? [http.path] : [])),
]);

export function cacheControl(path: string): string {
  if (isNamedByContent(path)) return 'public, max-age=31536000, immutable';
  if (path.startsWith('/media/') || path.startsWith(cardFolder)) return 'public, max-age=86400';
  if (revalidatedPaths.has(path)) return 'no-cache';
  return isDocument(path) ? 'public, max-age=60, stale-while-revalidate=3600' : 'public, max-age=0, must-revalidate';
}

/** A redirect to the address without a slash at its end may be kept for an hour. */
export const redirectCacheControl = 'public, max-age=3600';

/** What of a release its headers depend on. */
export interface ReleaseSite {
  baseUrl: string;
  /** Whether the licence of the content is published. */
  hasLicense: boolean;
}

/** Discovery links (RFC 8288) as they stand on pages, on Markdown, on the index and on the API catalog. */
export const discoveryLink = ({ baseUrl, hasLicense }: ReleaseSite): string =>
  [
    `<${baseUrl}${endpoints.apiCatalog.http.path}>; rel="api-catalog"; type="application/linkset+json"`,
    `<${baseUrl}${endpoints.index.http.path}>; rel="service-desc"; type="application/json"`,
    `<${baseUrl}${endpoints.openApi.http.path}>; rel="service-desc"; type="application/vnd.oai.openapi+json"`,
    `<${baseUrl}/docs>; rel="service-doc"; type="text/html"`,
    `<${baseUrl}${endpoints.llmsTxt.http.path}>; rel="describedby"; type="text/plain"`,
    ...(hasLicense ? [`<${baseUrl}${licensePath}>; rel="license"; type="application/rsl+xml"`] : []),
  ].join(', ');

const linkedPaths: string[] = [endpoints.index.http.path, endpoints.apiCatalog.http.path];

const exposedHeaders = [
  'ETag',
  'Last-Modified',
  'Link',
  'Content-Location',
  'X-Markdown-Tokens',
  'Retry-After',
  'WWW-Authenticate',
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'Payment-Receipt',
  'X-Request-Id',
  'X-Service-API-Version',
  'X-Ignored-Parameters',
  'X-Content-Index-Max-Limit',
  'X-Content-Index-Total',
  'X-Content-Index-Count',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
].join(', ');

export const corsHeaders: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
};

/**
 * Pages run scripts of the room alone, and load pictures and sound from anywhere that a feed may point to; so do the
 * frames of videos, once a visitor plays one.
 */
const directives = [
  "default-src 'none'",
  // The search of hosts without a sidecar is WebAssembly.
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' https:",
  "media-src 'self' https:",
  'frame-src https:',
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
];

const contentPolicy = (framedBy: string): string => [...directives, `frame-ancestors ${framedBy}`].join('; ');

const sharedPageHeaders: Headers = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

export const pageHeaders: Headers = {
  ...sharedPageHeaders,
  'Content-Security-Policy': contentPolicy("'none'"),
  'X-Frame-Options': 'DENY',
};

/** A player alone may stand in anybody's page: it has no form, and acts for nobody. */
const embedHeaders: Headers = { ...sharedPageHeaders, 'Content-Security-Policy': contentPolicy('*') };

/** A picture that is opened directly is a page, and an SVG may hold scripts. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** On every answer, whatever it is. */
export const commonHeaders = (baseUrl: string): Headers => ({
  'X-Content-Type-Options': 'nosniff',
  'X-Service-API-Version': apiVersion,
  ...(baseUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
});

type HeaderFacts = Pick<ReleasePage, 'type' | 'encodings' | 'markdown' | 'tokens'>;

/** Markdown beside a page; other Markdown has an address with capitals, a place in the API, or is named here. */
const ownMarkdown: string[] = [endpoints.authMd.http.path, sitemapMarkdown];
const isMarkdownTwin = (path: string, type: string): boolean =>
  type.startsWith('text/markdown') && /^[^A-Z]*\.md$/.test(path) && !isApiPath(path) && !ownMarkdown.includes(path);

/** The page that a Markdown file is a twin of. */
const twinPage = (path: string): string => (path === markdownPath('/') ? '/' : path.replace(/\.md$/, ''));

function linkHeader(path: string, { type, markdown }: HeaderFacts, site: ReleaseSite): Headers {
  const isForReaders = /^text\/(html|markdown)/.test(type);
  if (!isForReaders && !linkedPaths.includes(path)) return {};
  const twin = path === '/' ? markdownPath(path) : '{path}.md';
  const alternate = `<${site.baseUrl}${twin}>; rel="alternate"; type="text/markdown"`;
  const canonical = `<${site.baseUrl}{page}>; rel="canonical"`;
  const own = [...(markdown ? [alternate] : []), ...(isMarkdownTwin(path, type) ? [canonical] : [])];
  return { Link: [discoveryLink(site), ...own].join(', ') };
}

function varyHeader(path: string, { encodings, markdown }: HeaderFacts): Headers {
  const names = [
    ...(markdown ? ['Accept'] : []),
    // Where a stream is asked for, there is none; and not every origin may read.
    ...(ownOriginPaths.includes(path) ? ['Accept', 'Origin'] : []),
    ...(sandboxPaths.test(path) ? ['X-Service-Sandbox'] : []),
    ...(encodings ? ['Accept-Encoding'] : []),
  ];
  return names.length > 0 ? { Vary: names.join(', ') } : {};
}

/**
 * The headers of a file besides its validators, its length and its coding. `{path}`, `{page}` and `{tokens}` stand for what each
 * file has of its own, so that a release has few different sets.
 */
export function headerTemplates(path: string, file: HeaderFacts, site: ReleaseSite): Headers {
  const { type } = file;
  return {
    'Content-Type': type,
    'Cache-Control': cacheControl(path),
    ...commonHeaders(site.baseUrl),
    ...(type.startsWith('text/html') && (path.startsWith(embedFolder) ? embedHeaders : pageHeaders)),
    ...(type.startsWith('image/svg') && { 'Content-Security-Policy': drawingPolicy }),
    ...linkHeader(path, file, site),
    ...(allowsEveryOrigin(path) && corsHeaders),
    ...varyHeader(path, file),
    ...(file.tokens !== undefined && { 'X-Markdown-Tokens': '{tokens}' }),
    ...(path === endpoints.contentIndex.http.path && { 'X-Content-Index-Max-Limit': String(contentIndexMaxLimit) }),
  };
}

export const headersOf = (path: string, file: HeaderFacts, site: ReleaseSite): Headers =>
  Object.fromEntries(
    Object.entries(headerTemplates(path, file, site)).map(([name, value]) => [
      name,
      value.replaceAll('{path}', path).replaceAll('{page}', twinPage(path)).replaceAll('{tokens}', String(file.tokens)),
    ]),
  );
