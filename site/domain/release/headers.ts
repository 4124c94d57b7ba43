// The headers of built files, which are the same from the sidecar, a web server and a CDN.
import { allEndpoints, endpoints } from '#contract/endpoints.ts';
import { contentIndexMaxLimit } from '#contract/limits.ts';
import { apiVersion } from '#contract/version.ts';
import { cardFolder, embedFolder, isNamedByContent, licensePath, markdownPath, sitemapMarkdown } from '../links.ts';
import type { ReleasePage } from './page.ts';

export type Headers = Record<string, string>;

export const apiFolders = ['/api/', '/.well-known/'];
export const apiPaths = ['/mcp', '/ask', '/oembed'];

export const isApiPath = (path: string): boolean =>
  apiFolders.some((folder) => path.startsWith(folder)) || apiPaths.includes(path);

/** Paths that run tools, and are restricted to known origins. @spec-gap cors */
const ownOriginPaths = [endpoints.mcpDescriptor.http.path as string, '/mcp'];

/**
 * Returns true for files that programs read: the API, Markdown, text, JSON, feeds, and the downloads of the media
 * kit.
 */
const isDocument = (path: string): boolean => isApiPath(path) || /\.(md|txt|json|xml|pdf|zip)$/.test(path);

/** Returns true if every origin may read the address. */
export const allowsEveryOrigin = (path: string): boolean => isDocument(path) && !ownOriginPaths.includes(path);

export const sandboxPath = (path: string): string => `${path}/sandbox`;
export const sandboxPdfPath = (path: string): string => `${sandboxPath(path)}.pdf`;

/** Paths with a sandbox response. A header selects it, so responses vary by that header. */
const sandboxPaths = new RegExp(
  `^(?:${allEndpoints
    .flatMap(([, { http, access }]) =>
      access?.sandbox ? [http.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')] : [],
    )
    .join('|')})(?:/sandbox)?$`,
);

/** Paths that must be revalidated: health, changes, and routes whose requests are counted. */
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

/** Cache-Control of redirects to addresses without a trailing slash. */
export const redirectCacheControl = 'public, max-age=3600';

/** Properties of a release that its headers depend on. */
export interface ReleaseSite {
  baseUrl: string;
  /** True if the licence of the content is published. */
  hasLicense: boolean;
}

/** Returns the discovery links (RFC 8288) of pages, Markdown, the API index and the API catalog. */
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
 * Content Security Policy of pages: scripts come from the room only; pictures, sound and frames of videos may come
 * from any host that a feed may refer to.
 */
const directives = [
  "default-src 'none'",
  // The static search is WebAssembly.
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

/** Headers of pages whose addresses contain a credential, which must not leak to caches and other sites (Referer). */
export const privatePageHeaders: Headers = {
  ...pageHeaders,
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/** Headers of players, which any site may embed. */
const embedHeaders: Headers = { ...sharedPageHeaders, 'Content-Security-Policy': contentPolicy('*') };

/** Content Security Policy of SVG files, which may contain scripts. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Returns the headers of every response. */
export const commonHeaders = (baseUrl: string): Headers => ({
  'X-Content-Type-Options': 'nosniff',
  'X-Service-API-Version': apiVersion,
  ...(baseUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
});

type HeaderFacts = Pick<ReleasePage, 'type' | 'encodings' | 'markdown' | 'tokens'>;

/** Markdown files with lower-case names that are not versions of a page. */
const ownMarkdown: string[] = [endpoints.authMd.http.path, sitemapMarkdown];
const isMarkdownTwin = (path: string, type: string): boolean =>
  type.startsWith('text/markdown') && /^[^A-Z]*\.md$/.test(path) && !isApiPath(path) && !ownMarkdown.includes(path);

/** Returns the path of the page that a Markdown file is a version of. */
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
    // These paths reject requests for event streams and unknown origins.
    ...(ownOriginPaths.includes(path) ? ['Accept', 'Origin'] : []),
    ...(sandboxPaths.test(path) ? ['X-Service-Sandbox'] : []),
    ...(encodings ? ['Accept-Encoding'] : []),
  ];
  return names.length > 0 ? { Vary: names.join(', ') } : {};
}

/**
 * Returns the headers of a file except validators, length and coding. Placeholders `{path}`, `{page}` and `{tokens}`
 * stand for individual values, so that a release has few different sets of headers.
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
