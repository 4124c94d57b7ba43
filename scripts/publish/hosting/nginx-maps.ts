// Maps for nginx (1.22 or newer) from a request to the file that answers it, its validator and its headers.
import { formPages, type HostedRelease, secretFolders, sidecarFolders, sidecarPaths } from '#domain/release/hosting.ts';
import { markdownPath } from '#domain/links.ts';
import { encodingSuffix, encodings, entityTag } from '#domain/release/page.ts';
import { headerMaps } from './nginx-headers.ts';
import { type FileForms, nameSegments } from './nginx-links.ts';
import { literal, map, pattern } from './nginx-syntax.ts';

const { digest, form, date } = nameSegments;

/** A segment of the name of the file that the link of the address leads to. */
const segment = (name: string, skip: number, what: string, rest = ''): string =>
  map('$greenroom_found', name, ['default ""', `${pattern(`/\\w{${skip}}(?<found>${what})${rest}$`)} $found`]);

const field = (name: string, position: number): string =>
  map('$greenroom_entry', name, ['default ""', `${pattern(`^(?:[^|]*\\|){${position}}(?<found>[^|]*)`)} $found`]);

const accepts = (coding: string): string =>
  map('$http_accept_encoding', `takes_${coding}`, [
    'default ""',
    `${pattern('*^\\s*identity\\s*(?:,|$)')} ""`,
    `${pattern(`*(?:^|,)\\s*(?:${coding}|\\*)\\s*(?:,|$|;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$)))`)} ${coding}`,
  ]);

const chooseCoding = (source: string, variable: string): string =>
  map(`"$greenroom_takes_br,$greenroom_takes_gzip:${source}"`, variable, [
    'default ""',
    ...encodings.map((coding) => `${pattern(`^[^:]*\\b${coding}\\b.*:.*\\b${coding}\\b`)} ${coding}`),
  ]);

const perCoding = (coding: string, variable: string, value: (coding: 'br' | 'gzip') => string): string =>
  map(`$greenroom_${coding}`, variable, ['default ""', ...encodings.map((name) => `${name} ${value(name)}`)]);

const live = [...sidecarFolders.map(literal), ...sidecarPaths.map((path) => `${literal(path)}(?=\\?|$)`)].join('|');

/** What the request is: its address without slashes at the end, and whether it asks the API something. */
const requestMaps = (): string[] => [
  map('$http_x_request_id', 'request_id', [
    'default $request_id',
    `${pattern('^[\\x21-\\x7e]{1,128}$')} $http_x_request_id`,
  ]),
  map('$request_uri', 'path', [
    'default ""',
    `${pattern('^(?<found>/)(?:\\?|$)')} $found`,
    `${pattern('^(?<found>/[^?]*[^/?])/*(?:\\?|$)')} $found`,
  ]),
  // Only these are looked up: nginx has not resolved the dots of a raw address.
  map('$greenroom_path', 'name', [
    'default ""',
    '/ /',
    `${pattern('/\\.{0,2}(?:/|$)')} ""`,
    `${pattern('^(?<found>/[\\w./~@+-]+)$')} $found`,
  ]),
  map('$request_uri', 'slash', ['default ""', `${pattern('^/[^?]*[^/?]/+(?:\\?|$)')} slash`]),
  map('$request_uri', 'live', ['default ""', `${pattern(`^(?:${live})`)} live`]),
  map('$request_uri', 'asks', ['default ""', `${pattern(`^(?:${live})[^?]*\\?|^(?:${formPages.join('|')})\\?`)} asks`]),
];

/**
 * Whether the address alone says what is wanted. Ranges go to the sidecar, for nginx answers one beyond the end with two
 * types; so do clients that take Markdown, for nginx cannot weigh what they prefer.
 */
const plainMaps = (): string[] => [
  map('"$greenroom_twin:$http_accept"', 'markdown', [
    'default ""',
    `${pattern('*^markdown:.*\\btext/markdown\\b')} markdown`,
  ]),
  map(
    '"$request_method $http_authorization$http_x_service_sandbox$http_range$greenroom_asks$greenroom_markdown"',
    'plain',
    ['default ""', `${pattern('^(?:GET|HEAD) $')} plain`],
  ),
];

/** What lies at the address, in the coding that the client takes, and whether the client holds it already. */
const fileMaps = (): string[] => [
  segment('file', 0, '\\w+'),
  segment('digest', 0, `\\w{${digest}}`, `\\w*`),
  segment('form', digest, `\\w{${form}}`, `\\w*`),
  segment('tokens', digest + form + date, '\\d*'),
  field('class', 0),
  field('codings', 1),
  field('twin', 2),
  ...encodings.map(accepts),
  chooseCoding('$greenroom_codings', 'coding'),
  perCoding('coding', 'coding_suffix', (coding) => encodingSuffix[coding]),
  map('$greenroom_coding', 'etag', [
    'default "\\"$greenroom_digest\\""',
    ...encodings.map(
      (coding) => `${coding} ${entityTag('$greenroom_digest', coding).replace(/"/g, '\\"').replace(/^|$/g, '"')}`,
    ),
  ]),
  map('"$greenroom_etag $http_if_none_match"', 'current', [
    'default ""',
    `${pattern('^"[^"]+" \\s*\\*\\s*$')} current`,
    `${pattern('^("[^"]+") (?:.*,)?\\s*(?:W/)?\\1\\s*(?:,|$)')} current`,
  ]),
  map('$greenroom_entry', 'kind', ['default packed', '"" ""', `${pattern('^\\d+\\|\\|')} file`]),
];

/** Who answers. The sidecar does where nothing else is sure. */
const laneMaps = (): string[] => [
  // The sidecar says it in JSON or Markdown, and knows where pages of older items lead.
  map('"$greenroom_name|$greenroom_found|$greenroom_there|$http_accept"', 'absent', [
    'default ""',
    `${pattern('^/[^|]*(?:\\.md|/(?:from|page)/[^/|]+)\\|\\|there\\|')} ""`,
    `${pattern('^/[^|]*\\|\\|there\\|.*(?:json|markdown)')} ""`,
    `${pattern('^/[^|]*\\|\\|there\\|')} absent`,
  ]),
  map(
    '"$greenroom_plain:$greenroom_kind:$greenroom_current:$greenroom_live:$greenroom_slash:$greenroom_absent"',
    'lane',
    [
      'default sidecar',
      `${pattern('^:')} sidecar`,
      `${pattern('^plain::.*:live:')} sidecar`,
      `${pattern(':live:slash:')} sidecar`,
      `${pattern('^plain:[a-z]+:.*:slash:')} slash`,
      `${pattern('^plain:[a-z]+:current:')} current`,
      `${pattern('^plain:file:')} file`,
      `${pattern('^plain:packed:')} packed`,
      `${pattern(':absent$')} missing`,
    ],
  ),
];

/** Characters of a token: 256 bits in base64url. A title in an address may be as long, but has no capitals. */
const tokenLength = 43;

/** An address as it is logged: without its query, and without what makes it a secret. */
const loggedMap = (source: string, variable: string): string => {
  const folders = secretFolders.map(literal).join('|');
  return map(source, variable, [
    'default ""',
    `${pattern(`^(?<found>(?:https?://[^/?#]+)?(?:${folders}))[^?#]`)} "$found[secret]"`,
    `${pattern(`^(?<found>[^?#]*?/)(?=[\\w%-]*[A-Z])[\\w%-]{${tokenLength}}`)} "$found[secret]"`,
    `${pattern('^(?<found>[^?#]+)')} $found`,
  ]);
};

/** The usual format of nginx, with such addresses. */
const logFormat = `log_format greenroom '$remote_addr - $remote_user [$time_local] '
    '"$request_method $greenroom_logged_uri $server_protocol" $status $body_bytes_sent '
    '"$greenroom_logged_referer" "$http_user_agent"';`;

export function nginxMaps({ notFound, classes }: HostedRelease, forms: FileForms): string {
  const pageCodings = encodings.filter((coding) => notFound?.page.encodings?.[coding]).join(',');
  return `${[
    '# Address to file, validator and headers. Include in http{}; reload nginx when this file changes.',
    loggedMap('$request_uri', 'logged_uri'),
    loggedMap('$http_referer', 'logged_referer'),
    logFormat,
    ...requestMaps(),
    map('$greenroom_form', 'entry', ['default ""', ...forms.byName().map(([name, facts]) => `${name} "${facts}"`)]),
    map('$greenroom_path', 'page', [
      'default $greenroom_path',
      `${markdownPath('/')} /`,
      `${pattern('^(?<twin_of>.+)\\.md$')} $twin_of`,
    ]),
    ...fileMaps(),
    ...plainMaps(),
    ...laneMaps(),
    ...headerMaps(classes),
    chooseCoding(pageCodings, 'page_coding'),
    perCoding('page_coding', 'page_suffix', (coding) => encodingSuffix[coding]),
    perCoding('page_coding', 'page_etag', (coding) => `-${coding}`),
  ].join('\n\n')}\n`;
}
