// What every host has to know about a release: which addresses are files, and the few different sets of headers they have.
import { allEndpoints } from '#contract/endpoints.ts';
import { errorEnvelope } from '#contract/errors.ts';
import { apiFolders, apiPaths, type Headers, headerTemplates, type Site } from './headers.ts';
import { licensePath } from '../links.ts';
import { onceFor } from '../lists/parts.ts';
import { consolePath, guestKitPage, nexusPath, preparePage, readPage, searchPage } from '../live-pages.ts';
import type { BuiltManifest } from './built-manifest.ts';
import type { ManifestEntry } from './manifest.ts';

const rated = new Set(allEndpoints.flatMap(([, { path, rate }]) => (rate ? [path] : [])));

/** Whether a read may be answered from its file alone: rated addresses count requests, and MCP’s tells streams apart. */
export const isFileAddress = (path: string): boolean => !rated.has(path) && path !== notFoundPath;

/** Below these, and at the paths themselves, the sidecar answers what no file does: the API, and the creator's console. */
export const sidecarFolders = [...apiFolders, `${consolePath}/`];
export const sidecarPaths = [...apiPaths, consolePath, nexusPath];

/** Pages with a form: the sidecar writes its answer into them; without one they are what lies there. */
export const askedPages: string[] = [searchPage.path, preparePage.path, guestKitPage.path, readPage.path];

export const notFoundPath = '/404';

/** What a host answers while the sidecar does not. */
export const awayBody = JSON.stringify(
  errorEnvelope('unavailable', 'This part of the service is away. Try again in a few seconds.'),
);
export const awayHeaders: Headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'Retry-After': '5',
};

export interface HostedFile {
  path: string;
  entry: ManifestEntry;
  /** The same for all that have the same headers. */
  headerClass: string;
}

/** What has to be added to the address to name the file; undefined where the name is not made that way. */
export function suffixOf({ path, entry }: Pick<HostedFile, 'path' | 'entry'>): string | undefined {
  return `/${entry.file}`.startsWith(path) ? `/${entry.file}`.slice(path.length) : undefined;
}

/** Its name stands in a rule as it is; a file with any other name is left to the sidecar. */
export const hasPlainName = ({ path }: Pick<HostedFile, 'path'>): boolean => /^\/[\w./~@+-]*$/.test(path);

export interface HostedRelease extends Site {
  release: string;
  /** Public files, in no order. */
  files: HostedFile[];
  notFound: HostedFile | undefined;
  /** Each different set of header templates once, in order of the first address that has it. */
  classes: Headers[];
  /** Position in `classes`. */
  numberOf: (file: HostedFile) => number;
}

/**
 * Remembers what was made of a file while its entry is the same object, which it is where a builder stays in memory and
 * the file did not change.
 */
export function onceForEntry<T, Rest extends unknown[]>(
  make: (file: Pick<HostedFile, 'path' | 'entry'>, ...rest: Rest) => T,
) {
  const known = new WeakMap<ManifestEntry, { path: string; rest: Rest; made: T }>();
  return (file: Pick<HostedFile, 'path' | 'entry'>, ...rest: Rest): T => {
    const before = known.get(file.entry);
    if (before?.path === file.path && before.rest.every((one, i) => one === rest[i])) return before.made;
    const made = make(file, ...rest);
    known.set(file.entry, { path: file.path, rest, made });
    return made;
  };
}

interface HostedPart {
  files: HostedFile[];
  /** The first address that has the headers, by their text. */
  classes: Map<string, { headers: Headers; first: string }>;
}

const earlier = (a: string, b: string): string => (a < b ? a : b);

function hostedPart(entries: Iterable<[string, ManifestEntry]>, site: Site): HostedPart {
  const part: HostedPart = { files: [], classes: new Map() };
  for (const [path, entry] of entries) {
    if (entry.private || entry.frame) continue;
    const headers = headerTemplates(path, entry, site);
    const headerClass = Object.entries(headers).join('\n');
    part.files.push({ path, entry, headerClass });
    const first = part.classes.get(headerClass)?.first ?? path;
    part.classes.set(headerClass, { headers, first: earlier(first, path) });
  }
  return part;
}

/** Parts of the entries are the same objects in releases that follow one another. */
const partsFor = onceFor((site: Site) => {
  const known = new WeakMap<object, HostedPart>();
  return (part: ReadonlyMap<string, ManifestEntry>): HostedPart => {
    const found = known.get(part) ?? hostedPart(part, site);
    known.set(part, found);
    return found;
  };
});

export const inOrder = (files: HostedFile[]): HostedFile[] => files.sort((a, b) => (a.path < b.path ? -1 : 1));

export function hostedRelease({
  release,
  baseUrl,
  entries,
}: Pick<BuiltManifest, 'release' | 'baseUrl' | 'entries'>): HostedRelease {
  const site: Site = { baseUrl, hasLicense: entries.has(licensePath) };
  const parts = entries.parts.map(partsFor(site));
  const classes = new Map<string, { headers: Headers; first: string }>();
  for (const part of parts)
    for (const [name, { headers, first }] of part.classes)
      classes.set(name, { headers, first: earlier(first, classes.get(name)?.first ?? first) });
  const ordered = [...classes].sort(([, a], [, b]) => (a.first < b.first ? -1 : 1));
  const numbers = new Map(ordered.map(([name], number) => [name, number]));
  const all = parts.flatMap(({ files }) => files);
  return {
    ...site,
    release,
    files: all.filter(({ path }) => isFileAddress(path)),
    notFound: all.find(({ path }) => path === notFoundPath),
    classes: ordered.map(([, { headers }]) => headers),
    numberOf: ({ headerClass }) => numbers.get(headerClass)!,
  };
}
