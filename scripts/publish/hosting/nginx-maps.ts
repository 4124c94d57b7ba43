// Renders maps for nginx (1.22 or newer) from a request to the file that answers it, its validator and its headers.
import { formPages, type HostedRelease, secretFolders, sidecarFolders, sidecarPaths } from '#domain/release/hosting.ts';
import { markdownPath } from '#domain/links.ts';
import { encodingSuffix, encodings, entityTag } from '#domain/release/page.ts';
import { headerMaps } from './nginx-headers.ts';
import { type FileForms, nameSegments } from './nginx-links.ts';
import { escapePattern, renderMap, mapPattern } from './nginx-syntax.ts';

const { digest, form, date } = nameSegments;

/** Renders a map that extracts a segment of the file name that the link of the address points to. */
const nameSegment = (name: string, skip: number, what: string, rest = ''): string =>
  renderMap('$greenroom_found', name, ['default ""', `${mapPattern(`/\\w{${skip}}(?<found>${what})${rest}$`)} $found`]);

const entryField = (name: string, position: number): string =>
  renderMap('$greenroom_entry', name, [
    'default ""',
    `${mapPattern(`^(?:[^|]*\\|){${position}}(?<found>[^|]*)`)} $found`,
  ]);

const acceptsCoding = (coding: string): string =>
  renderMap('$http_accept_encoding', `takes_${coding}`, [
    'default ""',
    `${mapPattern('*^\\s*identity\\s*(?:,|$)')} ""`,
    `${mapPattern(`*(?:^|,)\\s*(?:${coding}|\\*)\\s*(?:,|$|;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$)))`)} ${coding}`,
  ]);

const chooseCoding = (source: string, variable: string): string =>
  renderMap(`"$greenroom_takes_br,$greenroom_takes_gzip:${source}"`, variable, [
    'default ""',
    ...encodings.map((coding) => `${mapPattern(`^[^:]*\\b${coding}\\b.*:.*\\b${coding}\\b`)} ${coding}`),
  ]);

const perCoding = (coding: string, variable: string, value: (coding: 'br' | 'gzip') => string): string =>
  renderMap(`$greenroom_${coding}`, variable, ['default ""', ...encodings.map((name) => `${name} ${value(name)}`)]);

const liveAddresses = [
  ...sidecarFolders.map(escapePattern),
  ...sidecarPaths.map((path) => `${escapePattern(path)}(?=\\?|$)`),
].join('|');

/** Renders maps of the request: its address without trailing slashes, and whether it queries the API. */
const requestMaps = (): string[] => [
  renderMap('$http_x_request_id', 'request_id', [
    'default $request_id',
    `${mapPattern('^[\\x21-\\x7e]{1,128}$')} $http_x_request_id`,
  ]),
  renderMap('$request_uri', 'path', [
    'default ""',
    `${mapPattern('^(?<found>/)(?:\\?|$)')} $found`,
    `${mapPattern('^(?<found>/[^?]*[^/?])/*(?:\\?|$)')} $found`,
  ]),
  // Only these names are looked up, because nginx does not resolve the dots of a raw address.
  renderMap('$greenroom_path', 'name', [
    'default ""',
    '/ /',
    `${mapPattern('/\\.{0,2}(?:/|$)')} ""`,
    `${mapPattern('^(?<found>/[\\w./~@+-]+)$')} $found`,
  ]),
  renderMap('$request_uri', 'slash', ['default ""', `${mapPattern('^/[^?]*[^/?]/+(?:\\?|$)')} slash`]),
  renderMap('$request_uri', 'live', ['default ""', `${mapPattern(`^(?:${liveAddresses})`)} live`]),
  renderMap('$request_uri', 'asks', [
    'default ""',
    `${mapPattern(`^(?:${liveAddresses})[^?]*\\?|^(?:${formPages.join('|')})\\?`)} asks`,
  ]),
];

/**
 * Renders maps that decide if the address alone determines the response. Ranges go to the sidecar, because nginx sends
 * two types for a range beyond the end. Clients that accept Markdown do too, because nginx cannot weigh preferences.
 */
const plainMaps = (): string[] => [
  renderMap('"$greenroom_twin:$http_accept"', 'markdown', [
    'default ""',
    `${mapPattern('*^markdown:.*\\btext/markdown\\b')} markdown`,
  ]),
  renderMap(
    '"$request_method $http_authorization$http_x_service_sandbox$http_range$greenroom_asks$greenroom_markdown"',
    'plain',
    ['default ""', `${mapPattern('^(?:GET|HEAD) $')} plain`],
  ),
];

/** Renders maps of the file at the address: its encoding for this client, and whether the client has it already. */
const fileMaps = (): string[] => [
  nameSegment('file', 0, '\\w+'),
  nameSegment('digest', 0, `\\w{${digest}}`, `\\w*`),
  nameSegment('form', digest, `\\w{${form}}`, `\\w*`),
  nameSegment('tokens', digest + form + date, '\\d*'),
  entryField('class', 0),
  entryField('codings', 1),
  entryField('twin', 2),
  ...encodings.map(acceptsCoding),
  chooseCoding('$greenroom_codings', 'coding'),
  perCoding('coding', 'coding_suffix', (coding) => encodingSuffix[coding]),
  renderMap('$greenroom_coding', 'etag', [
    'default "\\"$greenroom_digest\\""',
    ...encodings.map(
      (coding) => `${coding} ${entityTag('$greenroom_digest', coding).replace(/"/g, '\\"').replace(/^|$/g, '"')}`,
    ),
  ]),
  renderMap('"$greenroom_etag $http_if_none_match"', 'current', [
    'default ""',
    `${mapPattern('^"[^"]+" \\s*\\*\\s*$')} current`,
    `${mapPattern('^("[^"]+") (?:.*,)?\\s*(?:W/)?\\1\\s*(?:,|$)')} current`,
  ]),
  renderMap('$greenroom_entry', 'kind', ['default packed', '"" ""', `${mapPattern('^\\d+\\|\\|')} file`]),
];

/** Renders maps that choose who answers. The sidecar is the default. */
const servedByMaps = (): string[] => [
  // The sidecar answers in JSON or Markdown, and knows the new addresses of older pages.
  renderMap('"$greenroom_name|$greenroom_found|$greenroom_there|$http_accept"', 'absent', [
    'default ""',
    `${mapPattern('^/[^|]*(?:\\.md|/(?:from|page)/[^/|]+)\\|\\|there\\|')} ""`,
    `${mapPattern('^/[^|]*\\|\\|there\\|.*(?:json|markdown)')} ""`,
    `${mapPattern('^/[^|]*\\|\\|there\\|')} absent`,
  ]),
  renderMap(
    '"$greenroom_plain:$greenroom_kind:$greenroom_current:$greenroom_live:$greenroom_slash:$greenroom_absent"',
    'lane',
    [
      'default sidecar',
      `${mapPattern('^:')} sidecar`,
      `${mapPattern('^plain::.*:live:')} sidecar`,
      `${mapPattern(':live:slash:')} sidecar`,
      `${mapPattern('^plain:[a-z]+:.*:slash:')} slash`,
      `${mapPattern('^plain:[a-z]+:current:')} current`,
      `${mapPattern('^plain:file:')} file`,
      `${mapPattern('^plain:packed:')} packed`,
      `${mapPattern(':absent$')} missing`,
    ],
  ),
];

/** Characters of a token with 256 bits in base64url. A title in an address may be as long, but has no capitals. */
const tokenLength = 43;

/** Renders a map of addresses for the log, without queries and secrets. */
const logAddressMap = (source: string, variable: string): string => {
  const folders = secretFolders.map(escapePattern).join('|');
  return renderMap(source, variable, [
    'default ""',
    `${mapPattern(`^(?<found>(?:https?://[^/?#]+)?(?:${folders}))[^?#]`)} "$found[secret]"`,
    `${mapPattern(`^(?<found>[^?#]*?/)(?=[\\w%-]*[A-Z])[\\w%-]{${tokenLength}}`)} "$found[secret]"`,
    `${mapPattern('^(?<found>[^?#]+)')} $found`,
  ]);
};

/** Default log format of nginx, with those addresses. */
const logFormat = `log_format greenroom '$remote_addr - $remote_user [$time_local] '
    '"$request_method $greenroom_logged_uri $server_protocol" $status $body_bytes_sent '
    '"$greenroom_logged_referer" "$http_user_agent"';`;

export function nginxMaps({ notFound, classes }: HostedRelease, forms: FileForms): string {
  const pageCodings = encodings.filter((coding) => notFound?.page.encodings?.[coding]).join(',');
  return `${[
    '# Address to file, validator and headers. Include in http{}; reload nginx when this file changes.',
    logAddressMap('$request_uri', 'logged_uri'),
    logAddressMap('$http_referer', 'logged_referer'),
    logFormat,
    ...requestMaps(),
    renderMap('$greenroom_form', 'entry', [
      'default ""',
      ...forms.byName().map(([name, facts]) => `${name} "${facts}"`),
    ]),
    renderMap('$greenroom_path', 'page', [
      'default $greenroom_path',
      `${markdownPath('/')} /`,
      `${mapPattern('^(?<twin_of>.+)\\.md$')} $twin_of`,
    ]),
    ...fileMaps(),
    ...plainMaps(),
    ...servedByMaps(),
    ...headerMaps(classes),
    chooseCoding(pageCodings, 'page_coding'),
    perCoding('page_coding', 'page_suffix', (coding) => encodingSuffix[coding]),
    perCoding('page_coding', 'page_etag', (coding) => `-${coding}`),
  ].join('\n\n')}\n`;
}
