// What every host has to know about a release: which addresses are files, and the few different sets of headers they have.
import { allEndpoints } from '#contract/endpoints.ts';
import { errorEnvelope } from '#contract/errors.ts';
import { apiFolders, apiPaths, type Headers, headerTemplates, type ReleaseSite } from './headers.ts';
import { consolePath, guestKitPage, nexusPath, preparePage, readPage, searchPage } from '../live-pages.ts';
import type { ReleasePage } from './page.ts';

const ratedPaths = new Set(allEndpoints.flatMap(([, { http, access }]) => (access?.rate ? [http.path] : [])));

/** Whether a read may be answered from its file alone: rated addresses count requests, and MCP’s tells streams apart. */
export const isFileAddress = (path: string): boolean => !ratedPaths.has(path) && path !== notFoundPath;

/** Below these, and at the paths themselves, the sidecar answers what no file does: the API, and the creator's console. */
export const sidecarFolders = [...apiFolders, `${consolePath}/`];
export const sidecarPaths = [...apiPaths, consolePath, nexusPath];

/** Below these an address is a secret, which no log may keep; so is every query. */
export const secretFolders: string[] = [
  `${consolePath}/private/`,
  `${consolePath}/shared/`,
  ...new Set(
    allEndpoints.flatMap(([, { http }]) => /^(.*\/)\{(?:token|jobId|guestKitId)\}$/.exec(http.path)?.[1] ?? []),
  ),
];

/** Pages with a form: the sidecar writes its answer into them; without one they are what lies there. */
export const formPages: string[] = [searchPage.path, preparePage.path, guestKitPage.path, readPage.path];

export const notFoundPath = '/404';

/** What a host answers while the sidecar does not. */
export const unavailableBody = JSON.stringify(
  errorEnvelope('unavailable', 'This part of the service is away. Try again in a few seconds.'),
);
export const unavailableHeaders: Headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'Retry-After': '5',
};

export interface HostedFile {
  path: string;
  page: ReleasePage;
  /** Position in `classes`. */
  headerClass: number;
}

/** Returns what the name of the file adds to the address; undefined if the name is not made that way. */
export function fileSuffix({ path, page }: Pick<HostedFile, 'path' | 'page'>): string | undefined {
  return `/${page.file}`.startsWith(path) ? `/${page.file}`.slice(path.length) : undefined;
}

/** Returns true if the name stands in a rule as it is. A file with any other name is left to the sidecar. */
export const hasPlainName = ({ path }: Pick<HostedFile, 'path'>): boolean => /^\/[\w./~@+-]*$/.test(path);

export interface HostedRelease extends ReleaseSite {
  /** Public files that need no sidecar. */
  files: HostedFile[];
  notFound: HostedFile | undefined;
  /** Each different set of header templates once, in order of the first address that has it. */
  classes: Headers[];
}

/** `pages` are those of a release, sorted by path. Nothing private gets into the result. */
export function hostedRelease(site: ReleaseSite, pages: Iterable<[path: string, page: ReleasePage]>): HostedRelease {
  const hosted: HostedRelease = { ...site, files: [], notFound: undefined, classes: [] };
  const numbers = new Map<string, number>();
  for (const [path, page] of pages) {
    if (page.private || page.frame || !(isFileAddress(path) || path === notFoundPath)) continue;
    const headers = headerTemplates(path, page, site);
    const text = JSON.stringify(headers);
    if (!numbers.has(text)) numbers.set(text, hosted.classes.push(headers) - 1);
    const file = { path, page, headerClass: numbers.get(text)! };
    if (path === notFoundPath) hosted.notFound = file;
    else hosted.files.push(file);
  }
  return hosted;
}
