// Rules for nginx (1.22 or newer): maps from address to file, validator and headers, and the server part that uses them.
import { apiFolders, apiPaths, commonHeaders, type Headers } from '#domain/headers.ts';
import { awayBody, awayHeaders, hasPlainName, type HostedFile, type HostedRelease } from '#domain/hosting.ts';
import { encodingSuffix, encodings, entityTag } from '#domain/manifest.ts';

/** In double quotes nginx takes a backslash before a quote or a backslash as an escape; a $ would start a variable. */
function quoted(value: string): string {
  if (/[$\r\n]/.test(value)) throw new Error(`nginx cannot hold ${JSON.stringify(value)}`);
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** A regular expression as the source of a map; it may end in $ since sources hold no variables. */
const pattern = (source: string): string => `"~${source.replace(/"/g, '\\"')}"`;
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const map = (source: string, variable: string, lines: string[]): string =>
  [`map ${source} $greenroom_${variable} {`, ...lines.map((line) => `    ${line};`), '}'].join('\n');

/** What has to be added to an address to name its file; undefined where the name is not made that way. */
function suffixOf({ path, entry }: HostedFile): string | undefined {
  return `/${entry.file}`.startsWith(path) ? `/${entry.file}`.slice(path.length) : undefined;
}

/**
 * A line for each address: class, codings, ETag, suffix, and the address itself where it has capitals.
 * Sources of a map match in any case, hence the repeated address; two that differ in case alone must be patterns.
 */
function fileLines(files: HostedFile[]): string[] {
  const named = files.filter((file) => hasPlainName(file) && suffixOf(file) !== undefined);
  const seen = new Map<string, number>();
  for (const { path } of named) seen.set(path.toLowerCase(), (seen.get(path.toLowerCase()) ?? 0) + 1);
  return named.map((file) => {
    const { path, entry, headerClass } = file;
    const codings = encodings.filter((encoding) => entry.encodings?.[encoding]).join(',');
    const own = /[A-Z]/.test(path) ? path : '';
    const source = seen.get(path.toLowerCase())! > 1 ? pattern(`^${literal(path)}$`) : path;
    return `${source} ${headerClass}|${codings}|${entry.etag}|${suffixOf(file)}|${own}`;
  });
}

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

const api = [...apiFolders.map(literal), ...apiPaths.map((path) => `${literal(path)}(?:\\?|$)`)].join('|');

/**
 * What the request is: its address without slashes at the end, and whether it wants a closer look.
 * Ranges go to the sidecar, for nginx answers one beyond the end with two types.
 */
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
  map('$request_uri', 'slash', ['default ""', `${pattern('^/[^?]*[^/?]/+(?:\\?|$)')} slash`]),
  map('$request_uri', 'api', ['default ""', `${pattern(`^(?:${api})`)} api`]),
  map('$request_uri', 'asks', [
    'default ""',
    `${pattern(`^(?:${api})[^?]*\\?`)} asks`,
    `${pattern(`^(?:${apiPaths.map(literal).join('|')})\\?`)} asks`,
  ]),
  map('"$request_method $http_authorization$http_x_service_sandbox$http_range$greenroom_asks"', 'plain', [
    'default ""',
    `${pattern('^(?:GET|HEAD) $')} plain`,
  ]),
];

/** What lies at the address, in the coding that the client takes, and whether the client holds it already. */
const fileMaps = (): string[] => [
  map('"$greenroom_path|$greenroom_line"', 'entry', [
    'default ""',
    `${pattern('^[^|A-Z]*\\|(?<found>.*\\|)$')} $found`,
    `${pattern('^([^|]*)\\|(?<found>.*\\|)\\1$')} $found`,
  ]),
  field('class', 0),
  field('codings', 1),
  field('digest', 2),
  field('suffix', 3),
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
  map('"$greenroom_plain:$greenroom_kind:$greenroom_current:$greenroom_api:$greenroom_slash"', 'lane', [
    'default missing',
    `${pattern('^:')} sidecar`,
    `${pattern('^plain::.*:api:')} sidecar`,
    `${pattern(':api:slash$')} sidecar`,
    `${pattern('^plain:[a-z]+:.*:slash$')} slash`,
    `${pattern('^plain:[a-z]+:current:')} current`,
    `${pattern('^plain:file:')} file`,
    `${pattern('^plain:packed:')} packed`,
  ]),
];

const headerNames = (classes: Headers[]): string[] => [...new Set(classes.flatMap(Object.keys))].sort();

/** The value that a header has in every class, if there is one. */
function constant(classes: Headers[], name: string): string | undefined {
  const values = new Set(classes.map((headers) => headers[name]));
  return values.size === 1 ? [...values][0] : undefined;
}

const headerVariable = (name: string): string => name.toLowerCase().replaceAll('-', '_');

/** A map for each header that differs, by class. A 304 says nothing of type and coding. */
const headerMaps = (classes: Headers[]): string[] => [
  ...headerNames(classes)
    .filter((name) => constant(classes, name) === undefined || name === 'Content-Type')
    .map((name) => {
      const lines = classes.flatMap((headers, i) => (headers[name] ? [`${i} ${quoted(headers[name])}`] : []));
      return map('$greenroom_class', headerVariable(name), ['default ""', ...lines]);
    }),
  map('$status', 'type_sent', ['default $greenroom_content_type', '304 ""']),
  map('$status', 'coding_sent', ['default $greenroom_coding', '304 ""']),
];

export function nginxMaps({ release, files, notFound, classes }: HostedRelease): string {
  const lines = fileLines(files);
  const pageCodings = encodings.filter((coding) => notFound?.entry.encodings?.[coding]).join(',');
  return `${[
    `# Release ${release}: address to file, validator and headers. Include in http{}; reload nginx with each release.`,
    `map_hash_max_size ${Math.max(2048, lines.length)};\nmap_hash_bucket_size 1024;`,
    ...requestMaps(),
    map('$greenroom_path', 'line', ['default ""', ...lines]),
    ...fileMaps(),
    ...headerMaps(classes),
    chooseCoding(pageCodings, 'page_coding'),
    perCoding('page_coding', 'page_suffix', (coding) => encodingSuffix[coding]),
    perCoding('page_coding', 'page_etag', (coding) => `-${coding}`),
  ].join('\n\n')}\n`;
}

const location = (name: string, lines: string[]): string =>
  [`location ${name} {`, ...lines.map((line) => `    ${line};`), '}'].join('\n');

const addHeaders = (headers: Headers): string[] =>
  Object.entries(headers).map(([name, value]) => `add_header ${name} ${value} always`);

const quotedHeaders = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, quoted(value)]));

const requestIdHeader = { 'X-Request-Id': '$greenroom_request_id' };

/** The status is set by an error_page, so that the page comes as a file, with its length and its date. */
function notFoundLocations({ notFound, classes }: HostedRelease): string[] {
  if (!notFound) return [location('@greenroom_missing', ['return 404'])];
  const { entry, headerClass } = notFound;
  const etag = `"\\"${entry.etag}$greenroom_page_etag\\""`;
  return [
    location('@greenroom_missing', ['error_page 418 =404 @greenroom_page', 'return 418']),
    location('@greenroom_page', [
      `try_files /${entry.file}$greenroom_page_suffix @greenroom_sidecar`,
      ...addHeaders({
        ...quotedHeaders(classes[headerClass]!),
        'Content-Encoding': '$greenroom_page_coding',
        ETag: etag,
        ...(entry.encodings ? {} : { 'Accept-Ranges': 'bytes' }),
        'Last-Modified': quoted(new Date(entry.lastModified).toUTCString()),
        ...requestIdHeader,
      }),
    ]),
  ];
}

function fileLocations({ classes }: HostedRelease): string[] {
  const valueOf = (name: string) => {
    const value = constant(classes, name);
    return value === undefined ? `$greenroom_${headerVariable(name)}` : quoted(value);
  };
  const headers = addHeaders({
    ...Object.fromEntries(headerNames(classes).map((name) => [name, valueOf(name)])),
    'Content-Type': '$greenroom_type_sent',
    'Content-Encoding': '$greenroom_coding_sent',
    ETag: '$greenroom_etag',
    ...requestIdHeader,
  });
  const file = 'try_files $greenroom_path$greenroom_suffix$greenroom_coding_suffix @greenroom_sidecar';
  return [
    location('@greenroom_file', [file, ...headers]),
    location('@greenroom_packed', ['max_ranges 0', file, ...headers]),
    location('@greenroom_current', ['error_page 418 =304 @greenroom_packed', 'return 418']),
  ];
}

const sidecarLocations = (baseUrl: string): string[] => [
  location('@greenroom_sidecar', [
    'proxy_pass http://greenroom',
    'proxy_http_version 1.1',
    'proxy_set_header Connection ""',
    'proxy_set_header Host $http_host',
    'proxy_set_header X-Forwarded-For $remote_addr',
    'proxy_set_header X-Forwarded-Proto $scheme',
    'error_page 502 504 = @greenroom_away',
  ]),
  location('@greenroom_away', [
    ...addHeaders({ ...quotedHeaders({ ...commonHeaders(baseUrl), ...awayHeaders }), ...requestIdHeader }),
    `return 503 ${quoted(awayBody)}`,
  ]),
];

export const nginxServer = (hosted: HostedRelease): string =>
  `${[
    `# Release ${hosted.release}. Include in server{}, after \`set $greenroom_dist\`; needs nginx-maps.conf and an upstream named greenroom.`,
    `root $greenroom_dist/releases/${hosted.release}/public;`,
    'types {}\ndefault_type "";\netag off;\nif_modified_since before;\nabsolute_redirect off;\nlog_not_found off;',
    location('/', ['try_files /.greenroom-none @greenroom_$greenroom_lane']),
    ...fileLocations(hosted),
    location('@greenroom_slash', [
      ...addHeaders({ ...quotedHeaders(commonHeaders(hosted.baseUrl)), ...requestIdHeader }),
      'return 308 $greenroom_path',
    ]),
    ...notFoundLocations(hosted),
    ...sidecarLocations(hosted.baseUrl),
  ].join('\n\n')}\n`;
