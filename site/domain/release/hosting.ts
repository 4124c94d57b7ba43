// What every host has to know about a release: which addresses are files, and the few different sets of headers they have.
import { allEndpoints } from '#contract/endpoints.ts';
import { errorEnvelope } from '#contract/errors.ts';
import { apiFolders, apiPaths, type Headers, headerTemplates, type Site } from './headers.ts';
import { licensePath } from '../links.ts';
import { consolePath, nexusPath, preparePage, searchPage } from '../live-pages.ts';
import type { Manifest, ManifestEntry } from './manifest.ts';

const rated = new Set(allEndpoints.flatMap(([, { path, rate }]) => (rate ? [path] : [])));

/** Whether a read may be answered from its file alone: rated addresses count requests, and MCP’s tells streams apart. */
export const isFileAddress = (path: string): boolean => !rated.has(path) && path !== notFoundPath;

/** Below these, and at the paths themselves, the sidecar answers what no file does: the API, and the creator's console. */
export const sidecarFolders = [...apiFolders, `${consolePath}/`];
export const sidecarPaths = [...apiPaths, consolePath, nexusPath];

/** Pages with a form: the sidecar writes its answer into them; without one they are what lies there. */
export const askedPages: string[] = [searchPage.path, preparePage.path];

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
export function suffixOf({ path, entry }: HostedFile): string | undefined {
  return `/${entry.file}`.startsWith(path) ? `/${entry.file}`.slice(path.length) : undefined;
}

/** Its name stands in a rule as it is; a file with any other name is left to the sidecar. */
export const hasPlainName = ({ path }: HostedFile): boolean => /^\/[\w./~@+-]*$/.test(path);

export interface HostedRelease extends Site {
  release: string;
  /** Public files, by address. */
  files: HostedFile[];
  notFound: HostedFile | undefined;
  /** Each different set of header templates once, in order of the first address that has it. */
  classes: Headers[];
}

export function hostedRelease({
  release,
  baseUrl,
  entries,
}: Pick<Manifest, 'release' | 'baseUrl' | 'entries'>): HostedRelease {
  const site: Site = { baseUrl, hasLicense: Object.hasOwn(entries, licensePath) };
  const classes: Headers[] = [];
  const numbers = new Map<string, number>();
  const hosted = ([path, entry]: [string, ManifestEntry]): HostedFile => {
    const headers = headerTemplates(path, entry, site);
    const key = Object.entries(headers).join('\n');
    if (!numbers.has(key)) numbers.set(key, classes.push(headers) - 1);
    return { path, entry, headerClass: numbers.get(key)! };
  };
  const all = Object.entries(entries)
    .filter(([, entry]) => !entry.private && !entry.frame)
    .map(hosted);
  return {
    ...site,
    release,
    files: all.filter(({ path }) => isFileAddress(path)),
    notFound: all.find(({ path }) => path === notFoundPath),
    classes,
  };
}
