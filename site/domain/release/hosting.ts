// The configuration of hosts for a release: the addresses that are files, and the different sets of headers.
import { allEndpoints } from '#contract/endpoints.ts';
import { errorEnvelope } from '#contract/errors.ts';
import { apiFolders, apiPaths, type Headers, headerTemplates, type ReleaseSite } from './headers.ts';
import { consolePath, guestKitPage, nexusPath, preparePage, readPage, searchPage } from '../live-pages.ts';
import type { ReleasePage } from './page.ts';

const ratedPaths = new Set(allEndpoints.flatMap(([, { http, access }]) => (access?.rate ? [http.path] : [])));

/** Returns true if a GET can be answered from a file. Paths with a rate need the sidecar to count requests. */
export const isFileAddress = (path: string): boolean => !ratedPaths.has(path) && path !== notFoundPath;

/** Folders in which the sidecar responds if there is no file. */
export const sidecarFolders = [...apiFolders, `${consolePath}/`];
export const sidecarPaths = [...apiPaths, consolePath, nexusPath];

/** Folders whose addresses are secrets. Logs must not contain them, nor any query. */
export const secretFolders: string[] = [
  `${consolePath}/private/`,
  `${consolePath}/shared/`,
  ...new Set(
    allEndpoints.flatMap(([, { http }]) => /^(.*\/)\{(?:token|jobId|guestKitId)\}$/.exec(http.path)?.[1] ?? []),
  ),
];

/** Pages with a form. The sidecar fills in the result; without a query the file is served. */
export const formPages: string[] = [searchPage.path, preparePage.path, guestKitPage.path, readPage.path];

export const notFoundPath = '/404';

/** Response of a host while the sidecar does not respond. */
export const unavailableBody = JSON.stringify(
  errorEnvelope('unavailable', 'This part of the service is temporarily unavailable. Try again in a few seconds.'),
);
export const unavailableHeaders: Headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'Retry-After': '5',
};

export interface HostedFile {
  path: string;
  page: ReleasePage;
  headerClass: number;
}

/** Returns the part of the file name after the path; undefined if the name does not begin with the path. */
export function fileSuffix({ path, page }: Pick<HostedFile, 'path' | 'page'>): string | undefined {
  return `/${page.file}`.startsWith(path) ? `/${page.file}`.slice(path.length) : undefined;
}

/** Returns true if the path needs no escaping in a rule of a host. The sidecar serves all other files. */
export const hasPlainName = ({ path }: Pick<HostedFile, 'path'>): boolean => /^\/[\w./~@+-]*$/.test(path);

export interface HostedRelease extends ReleaseSite {
  /** Public files that do not need the sidecar. */
  files: HostedFile[];
  notFound: HostedFile | undefined;
  /** Different sets of header templates, in the order of their first use. */
  classes: Headers[];
}

/** Selects the public files of a release. `pages` are sorted by path. */
export function hostedRelease(site: ReleaseSite, pages: Iterable<[path: string, page: ReleasePage]>): HostedRelease {
  const hostedRelease: HostedRelease = { ...site, files: [], notFound: undefined, classes: [] };
  const numbers = new Map<string, number>();
  for (const [path, page] of pages) {
    if (page.private || page.frame || !(isFileAddress(path) || path === notFoundPath)) continue;
    const headers = headerTemplates(path, page, site);
    const text = JSON.stringify(headers);
    if (!numbers.has(text)) numbers.set(text, hostedRelease.classes.push(headers) - 1);
    const file = { path, page, headerClass: numbers.get(text)! };
    if (path === notFoundPath) hostedRelease.notFound = file;
    else hostedRelease.files.push(file);
  }
  return hostedRelease;
}
