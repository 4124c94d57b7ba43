// The headers of a built file, by its address: the same from the sidecar, a web server and a CDN.
import { builtEndpoints, endpoints } from '#contract/endpoints.ts';
import { contentIndexMaxLimit } from '#contract/limits.ts';
import { apiVersion } from '#contract/version.ts';
import type { ManifestEntry } from './manifest.ts';

export type Headers = Record<string, string>;

/** Below these, and at the paths themselves, everything is the API's. */
export const apiFolders = ['/api/', '/.well-known/'];
export const apiPaths = ['/mcp'];

export const isApiPath = (path: string): boolean =>
  apiFolders.some((folder) => path.startsWith(folder)) || apiPaths.includes(path);

/** Where tools are run: only for origins that are known. @spec-gap decisions.md, General, CORS. */
const ownOriginPaths = [endpoints.mcpDescriptor.path as string, '/mcp'];

/** Documents of the API and the plain ones for agents. */
const isDocument = (path: string): boolean => isApiPath(path) || ['/llms.txt', '/AGENTS.md'].includes(path);

/** Addresses that other origins may read. */
export const isShared = (path: string): boolean => isDocument(path) && !ownOriginPaths.includes(path);

/** Where the sandbox's answer lies as a file. */
export const sandboxPath = (path: string): string => `${path}/sandbox`;

/** The address and its twin: the header chooses between them, so that a shared cache must keep them apart. */
const sandboxPaths = new Set(
  builtEndpoints().flatMap(([, { path, sandbox }]) => (sandbox ? [path, sandboxPath(path)] : [])),
);

export function cacheControl(path: string): string {
  if (path.startsWith('/_astro/')) return 'public, max-age=31536000, immutable';
  if (path.startsWith('/media/')) return 'public, max-age=86400';
  // Health is asked to be sure; a counted route would give stale counts from a cache.
  if (path === '/api/agent/health' || path.startsWith('/api/nexus/')) return 'no-cache';
  return isDocument(path) ? 'public, max-age=60, stale-while-revalidate=3600' : 'public, max-age=0, must-revalidate';
}

/** Discovery links (RFC 8288) as they stand on pages and on the index. */
export const discoveryLink = (baseUrl: string): string =>
  [
    `<${baseUrl}/api/agent>; rel="service-desc"; type="application/json"`,
    `<${baseUrl}/docs>; rel="service-doc"`,
    `<${baseUrl}/llms.txt>; rel="describedby"; type="text/plain"`,
  ].join(', ');

export const exposedHeaders = [
  'ETag',
  'Last-Modified',
  'Link',
  'Retry-After',
  'X-Request-Id',
  'X-Service-API-Version',
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

/** Pages run no script and load pictures and sound from anywhere that a feed may point to. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' https:",
  "media-src 'self' https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const pageHeaders: Headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'X-Frame-Options': 'DENY',
};

/** A picture that is opened by itself is a page, and an SVG may hold scripts. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** On every answer, whatever it is. */
export const commonHeaders = (baseUrl: string): Headers => ({
  'X-Content-Type-Options': 'nosniff',
  'X-Service-API-Version': apiVersion,
  ...(baseUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
});

/** The headers of a file besides its validators, its length and its coding. */
export function headersOf(path: string, file: Pick<ManifestEntry, 'type' | 'encodings'>, baseUrl: string): Headers {
  const { type } = file;
  const isPage = type.startsWith('text/html');
  const vary = [
    ...(sandboxPaths.has(path) ? ['X-Service-Sandbox'] : []),
    ...(file.encodings ? ['Accept-Encoding'] : []),
  ];
  return {
    'Content-Type': type,
    'Cache-Control': cacheControl(path),
    ...commonHeaders(baseUrl),
    ...(isPage && pageHeaders),
    ...(type.startsWith('image/svg') && { 'Content-Security-Policy': drawingPolicy }),
    ...((isPage || path === '/api/agent') && { Link: discoveryLink(baseUrl) }),
    ...(isShared(path) && corsHeaders),
    ...(vary.length > 0 && { Vary: vary.join(', ') }),
    ...(path === endpoints.contentIndex.path && { 'X-Content-Index-Max-Limit': String(contentIndexMaxLimit) }),
  };
}
