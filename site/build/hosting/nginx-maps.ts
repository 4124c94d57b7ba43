// Maps for nginx (1.22 or newer) from a request to the file that answers it, its validator and its headers.
import {
  askedPages,
  hasPlainName,
  type HostedFile,
  type HostedRelease,
  onceForEntry,
  sidecarFolders,
  sidecarPaths,
  suffixOf,
} from '#domain/release/hosting.ts';
import { markdownPath } from '#domain/links.ts';
import { encodingSuffix, encodings, entityTag } from '#domain/release/manifest.ts';
import { headerMaps } from './nginx-headers.ts';
import { literal, map, pattern } from './nginx-syntax.ts';

/** What its line says besides the class of its headers: codings, ETag, suffix, tokens, whether there is Markdown, and the
 * address itself if it has capitals. Undefined if nginx cannot name the file. */
const lineOf = onceForEntry((file) => {
  const { path, entry } = file;
  const suffix = suffixOf(file);
  if (!hasPlainName(file) || suffix === undefined) return undefined;
  const codings = encodings.filter((encoding) => entry.encodings?.[encoding]).join(',');
  const own = /[A-Z]/.test(path) ? path : '';
  const markdown = entry.markdown ? 'markdown' : '';
  return {
    inAnyCase: path.toLowerCase(),
    facts: `${codings}|${entry.etag}|${suffix}|${entry.tokens ?? ''}|${markdown}|${own}`,
  };
});

/**
 * A line for each address.
 * Sources of a map match in any case, hence the repeated address; two that differ in case alone must be patterns.
 */
function fileLines(files: HostedFile[]): string[] {
  const named = files.flatMap((file) => {
    const line = lineOf(file);
    return line ? [{ ...line, path: file.path, headerClass: file.headerClass }] : [];
  });
  const seen = new Map<string, number>();
  for (const { inAnyCase } of named) seen.set(inAnyCase, (seen.get(inAnyCase) ?? 0) + 1);
  return named.map(({ path, inAnyCase, headerClass, facts }) => {
    const source = seen.get(inAnyCase)! > 1 ? pattern(`^${literal(path)}$`) : path;
    return `${source} ${headerClass}|${facts}`;
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
  map('$request_uri', 'slash', ['default ""', `${pattern('^/[^?]*[^/?]/+(?:\\?|$)')} slash`]),
  map('$request_uri', 'live', ['default ""', `${pattern(`^(?:${live})`)} live`]),
  map('$request_uri', 'asks', [
    'default ""',
    `${pattern(`^(?:${live})[^?]*\\?|^(?:${askedPages.join('|')})\\?`)} asks`,
  ]),
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
  map('"$greenroom_path|$greenroom_line"', 'entry', [
    'default ""',
    `${pattern('^[^|A-Z]*\\|(?<found>.*\\|)$')} $found`,
    `${pattern('^([^|]*)\\|(?<found>.*\\|)\\1$')} $found`,
  ]),
  field('class', 0),
  field('codings', 1),
  field('digest', 2),
  field('suffix', 3),
  field('tokens', 4),
  field('twin', 5),
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
  map('"$greenroom_plain:$greenroom_kind:$greenroom_current:$greenroom_live:$greenroom_slash"', 'lane', [
    'default missing',
    `${pattern('^:')} sidecar`,
    `${pattern('^plain::.*:live:')} sidecar`,
    `${pattern(':live:slash$')} sidecar`,
    `${pattern('^plain:[a-z]+:.*:slash$')} slash`,
    `${pattern('^plain:[a-z]+:current:')} current`,
    `${pattern('^plain:file:')} file`,
    `${pattern('^plain:packed:')} packed`,
  ]),
];

export function nginxMaps({ release, files, notFound, classes }: HostedRelease): string {
  const lines = fileLines(files);
  const pageCodings = encodings.filter((coding) => notFound?.entry.encodings?.[coding]).join(',');
  return `${[
    `# Release ${release}: address to file, validator and headers. Include in http{}; reload nginx with each release.`,
    `map_hash_max_size ${Math.max(2048, lines.length)};\nmap_hash_bucket_size 1024;`,
    ...requestMaps(),
    map('$greenroom_path', 'line', ['default ""', ...lines]),
    map('$greenroom_path', 'page', [
      'default $greenroom_path',
      `${markdownPath('/')} /`,
      `${pattern('^(?<twin_of>.+)\\.md$')} $twin_of`,
    ]),
    ...fileMaps(),
    ...plainMaps(),
    ...headerMaps(classes),
    chooseCoding(pageCodings, 'page_coding'),
    perCoding('page_coding', 'page_suffix', (coding) => encodingSuffix[coding]),
    perCoding('page_coding', 'page_etag', (coding) => `-${coding}`),
  ].join('\n\n')}\n`;
}
