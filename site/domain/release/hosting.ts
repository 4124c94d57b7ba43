// What every host has to know about a release: which addresses are files, and the few different sets of headers they have.
import { allEndpoints } from '#contract/endpoints.ts';
import { errorEnvelope } from '#contract/errors.ts';
import { apiFolders, apiPaths, type Headers, headerTemplates, type Site } from './headers.ts';
import { licensePath } from '../links.ts';
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
  /** Position in `classes`. */
  headerClass: number;
}

/** What has to be added to the address to name the file; undefined where the name is not made that way. */
export function suffixOf({ path, entry }: Pick<HostedFile, 'path' | 'entry'>): string | undefined {
  return `/${entry.file}`.startsWith(path) ? `/${entry.file}`.slice(path.length) : undefined;
}

/** Its name stands in a rule as it is; a file with any other name is left to the sidecar. */
export const hasPlainName = ({ path }: Pick<HostedFile, 'path'>): boolean => /^\/[\w./~@+-]*$/.test(path);

export interface HostedRelease extends Site {
  release: string;
  /** Public files, by address. */
  files: HostedFile[];
  notFound: HostedFile | undefined;
  /** Each different set of header templates once, in order of the first address that has it. */
  classes: Headers[];
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

const headersFor = onceForEntry(({ path, entry }, baseUrl: string, hasLicense: boolean) => {
  const headers = headerTemplates(path, entry, { baseUrl, hasLicense });
  return { headers, key: Object.entries(headers).join('\n') };
});

export function hostedRelease({
  release,
  baseUrl,
  entries,
}: Pick<BuiltManifest, 'release' | 'baseUrl'> & { entries: ReadonlyMap<string, ManifestEntry> }): HostedRelease {
  const site: Site = { baseUrl, hasLicense: entries.has(licensePath) };
  const classes: Headers[] = [];
  const numbers = new Map<string, number>();
  const hosted = ([path, entry]: [string, ManifestEntry]): HostedFile => {
    const { headers, key } = headersFor({ path, entry }, site.baseUrl, site.hasLicense);
    if (!numbers.has(key)) numbers.set(key, classes.push(headers) - 1);
    return { path, entry, headerClass: numbers.get(key)! };
  };
  const served = [...entries].filter(([, entry]) => !entry.private && !entry.frame);
  const all = served.sort(([a], [b]) => (a < b ? -1 : 1)).map(hosted);
  return {
    ...site,
    release,
    files: all.filter(({ path }) => isFileAddress(path)),
    notFound: all.find(({ path }) => path === notFoundPath),
    classes,
  };
}
