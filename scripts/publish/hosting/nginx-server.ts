// Renders the server rules for nginx: a named location for each kind of response that the maps choose.
import { transcribeWaitSeconds } from '#contract/limits.ts';
import { maxFormBytes } from '#domain/live-pages.ts';
import { commonHeaders, redirectCacheControl } from '#domain/release/headers.ts';
import { unavailableBody, unavailableHeaders, type HostedRelease } from '#domain/release/hosting.ts';
import { headerValues } from './nginx-headers.ts';
import { linkEnd, targetFolder } from './nginx-links.ts';
import { addHeaders, renderLocation, logFolder, quoteForNginx, quotedHeaders } from './nginx-syntax.ts';

const requestIdHeader = { 'X-Request-Id': '$greenroom_request_id' };

const links = '$greenroom_dist/nginx/links';
const filesRoot = `root ${links}/${targetFolder}`;

/**
 * Renders the 404 locations. An error_page sets the status, so that the page is sent as a file with its length and
 * date.
 */
function notFoundLocations({ notFound, classes }: HostedRelease, name: string): string[] {
  if (!notFound) return [renderLocation('@greenroom_missing', ['return 404'])];
  const { page, headerClass } = notFound;
  const etag = `"\\"${page.etag}$greenroom_page_etag\\""`;
  return [
    renderLocation('@greenroom_missing', ['error_page 418 =404 @greenroom_page', 'return 418']),
    renderLocation('@greenroom_page', [
      filesRoot,
      `try_files /${name}$greenroom_page_suffix @greenroom_sidecar`,
      ...addHeaders({
        ...quotedHeaders(classes[headerClass]!),
        'Content-Encoding': '$greenroom_page_coding',
        ETag: etag,
        ...(page.encodings ? {} : { 'Accept-Ranges': 'bytes' }),
        'Last-Modified': quoteForNginx(new Date(page.lastModified).toUTCString()),
        ...requestIdHeader,
      }),
    ]),
  ];
}

function fileLocations({ classes }: HostedRelease): string[] {
  const headers = addHeaders({
    ...headerValues(classes),
    'Content-Type': '$greenroom_type_sent',
    'Content-Encoding': '$greenroom_coding_sent',
    ETag: '$greenroom_etag',
    ...requestIdHeader,
  });
  const file = [filesRoot, 'try_files /$greenroom_file$greenroom_coding_suffix @greenroom_sidecar'];
  return [
    renderLocation('@greenroom_file', [...file, ...headers]),
    renderLocation('@greenroom_packed', ['max_ranges 0', ...file, ...headers]),
    renderLocation('@greenroom_current', ['error_page 418 =304 @greenroom_packed', 'return 418']),
  ];
}

/**
 * Lines that resolve the link of the address. A missing link is only conclusive while the folder is complete: these
 * rules are written last and removed first.
 */
const linkOfAddress = [
  `set $greenroom_pointer ${links}$greenroom_name${linkEnd};\nset $greenroom_found "";\nset $greenroom_there "";`,
  'root $greenroom_pointer;',
  'if (-f $greenroom_pointer) { set $greenroom_found $realpath_root; }',
  'if (-f $greenroom_dist/nginx/rules/server.conf) { set $greenroom_there there; }',
];

const sidecarLocations = (baseUrl: string): string[] => [
  renderLocation('@greenroom_sidecar', [
    'proxy_pass http://greenroom',
    // A connection error would be logged with the full address.
    `error_log ${logFolder}/error.log crit`,
    'proxy_http_version 1.1',
    'proxy_set_header Connection ""',
    // Transcription requests wait for their result.
    `proxy_read_timeout ${transcribeWaitSeconds + 60}s`,
    'proxy_set_header Host $http_host',
    'proxy_set_header X-Forwarded-For $remote_addr',
    'proxy_set_header X-Forwarded-Proto $scheme',
    'error_page 502 504 = @greenroom_away',
  ]),
  renderLocation('@greenroom_away', [
    ...addHeaders({ ...quotedHeaders({ ...commonHeaders(baseUrl), ...unavailableHeaders }), ...requestIdHeader }),
    `return 503 ${quoteForNginx(unavailableBody)}`,
  ]),
];

/** Renders server.conf. `notFoundName` is the file of the 404 page. */
export const nginxServer = (hosted: HostedRelease, notFoundName: string): string =>
  `${[
    '# Include in server{}, after `set $greenroom_dist`; needs maps.conf and an upstream named greenroom.',
    ...linkOfAddress,
    'types {}\ndefault_type "";\netag off;\nif_modified_since before;\nabsolute_redirect off;\nlog_not_found off;',
    // The default formats of nginx would log sign-in links and tokens.
    `access_log ${logFolder}/access.log greenroom;`,
    `client_max_body_size ${maxFormBytes};`,
    renderLocation('/', ['try_files /.greenroom-none @greenroom_$greenroom_lane']),
    ...fileLocations(hosted),
    renderLocation('@greenroom_slash', [
      ...addHeaders({
        ...quotedHeaders({ ...commonHeaders(hosted.baseUrl), 'Cache-Control': redirectCacheControl }),
        ...requestIdHeader,
      }),
      'return 308 $greenroom_path$is_args$args',
    ]),
    ...notFoundLocations(hosted, notFoundName),
    ...sidecarLocations(hosted.baseUrl),
  ].join('\n\n')}\n`;
