// Renders rules for Caddy (2.6 or newer): assets and pictures from the folder, everything else from the sidecar. Caddy
// makes its own ETag for a file and searches a map line by line, so the sidecar serves the documents.
import { commonHeaders } from '#domain/release/headers.ts';
import {
  unavailableBody,
  unavailableHeaders,
  hasPlainName,
  type HostedFile,
  type HostedRelease,
  secretFolders,
} from '#domain/release/hosting.ts';
import { entityTag } from '#domain/release/page.ts';

const folders = ['/_astro/', '/media/'];
/** Caddy evaluates the map again after the address was rewritten to that of the file. */
const requestedPath = '{http.request.orig_uri.path}';

/**
 * Returns true for files that Caddy serves. Files with compressed forms have several ETags, and only the sidecar knows
 * which form a client accepts.
 */
export const isServedByCaddy = (file: HostedFile): boolean =>
  folders.some((folder) => file.path.startsWith(folder)) && !file.page.encodings && hasPlainName(file);

/** Returns a file name from digest and date, so that a changed page gets another name. */
export const caddyName = ({ page }: HostedFile): string =>
  `${page.etag}-${new Date(page.lastModified).getTime() / 1000}`;

const quoteForCaddy = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;
const indent = (lines: string[]): string => lines.map((line) => `\t${line}\n`).join('');
const block = (head: string, lines: string[]): string[] => [`${head} {`, ...lines.map((line) => `\t${line}`), '}'];

function fileLine(file: HostedFile): string {
  const { path, page, headerClass } = file;
  const modified = new Date(page.lastModified).toUTCString();
  return [path, caddyName(file), headerClass, quoteForCaddy(entityTag(page.etag)), quoteForCaddy(modified)].join(' ');
}

function headerLines({ classes }: HostedRelease, used: number[], withType: boolean): string[] {
  return used.flatMap((number) => {
    const headers = Object.entries(classes[number]!).filter(([name]) => withType || name !== 'Content-Type');
    return block(
      `header @class${number}`,
      headers.map(([name, value]) => `${name} ${quoteForCaddy(value)}`),
    );
  });
}

/** Validators are set last, so that they override those of Caddy. */
const validators = block('header', [
  'ETag {greenroom_etag}',
  'Last-Modified {greenroom_modified}',
  'X-Request-Id {greenroom_request_id}',
  'defer',
]);

/**
 * Compression is off, because Caddy would request gzip and unpack it, and the ETag would belong to the other encoding.
 */
const sidecar = block('reverse_proxy {$GREENROOM_SIDECAR:127.0.0.1:4321}', [
  ...block('transport http', ['compression off']),
]);

const awayLines = (baseUrl: string): string[] => [
  ...block(
    'header',
    Object.entries({ ...commonHeaders(baseUrl), ...unavailableHeaders }).map(
      ([name, value]) => `${name} ${quoteForCaddy(value)}`,
    ),
  ),
  'header X-Request-Id {greenroom_request_id}',
  `respond ${quoteForCaddy(unavailableBody)} 503`,
];

/** Access log without queries, secret addresses and headers, which contain sign-in links and tokens. */
const log = block(
  'log',
  block('format filter', [
    'wrap json',
    ...block('fields', [
      `request>uri regexp \`^(${secretFolders.join('|')})[^?]*|\\?.*$\` $1`,
      'request>headers delete',
      'resp_headers delete',
    ]),
  ]),
);

function fileHandlers(hosted: HostedRelease): string[] {
  const files = hosted.files.filter(isServedByCaddy);
  const headerClasses = [...new Set(files.map(({ headerClass }) => headerClass))];
  return [
    ...block(`map ${requestedPath} {greenroom_file} {greenroom_class} {greenroom_etag} {greenroom_modified}`, [
      ...files.map(fileLine),
      'default none none none none',
    ]),
    '@unknown expression {greenroom_class} == "none"',
    ...block('handle @unknown', sidecar),
    '@gone not file /{greenroom_file}',
    ...block('handle @gone', sidecar),
    ...headerClasses.map((number) => `@class${number} expression {greenroom_class} == "${number}"`),
    '@current header If-None-Match *{greenroom_etag}*',
    ...block('handle @current', [...headerLines(hosted, headerClasses, false), ...validators, 'respond 304']),
    ...block('handle', [
      'rewrite * /{greenroom_file}',
      ...headerLines(hosted, headerClasses, true),
      ...validators,
      'file_server',
    ]),
  ];
}

export function caddyfile(hosted: HostedRelease): string {
  const site = [
    ...log,
    'root * {$GREENROOM_DIST:/srv/greenroom/dist}/caddy/files',
    ...block('map {header.X-Request-Id} {greenroom_request_id}', [
      '~^[\\x21-\\x7e]{1,128}$ ${0}',
      'default {http.request.uuid}',
    ]),
    ...block('@own', [
      `path ${folders.map((folder) => `${folder}*`).join(' ')}`,
      'method GET HEAD',
      'not header Authorization *',
      'not header X-Service-Sandbox *',
      'not header If-Range *',
    ]),
    ...block('handle @own', fileHandlers(hosted)),
    ...block('handle', sidecar),
    ...block('handle_errors', awayLines(hosted.baseUrl)),
  ];
  return [
    '# Import in the Caddyfile; reload Caddy when this file changes.\n',
    `{$GREENROOM_SITE:${hosted.baseUrl}} {\n`,
    indent(site),
    '}\n',
  ].join('');
}
