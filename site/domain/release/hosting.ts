// What every host has to know about a release: which addresses are files, and the few different sets of headers they have.
import { allEndpoints } from '#contract/endpoints.ts';
import { errorEnvelope } from '#contract/errors.ts';
import { apiFolders, apiPaths, type Headers, headerTemplates, type Site } from './headers.ts';
import { licensePath } from '../links.ts';
import { inParts, joined, onceFor } from '../lists/parts.ts';
import { consolePath, guestKitPage, nexusPath, preparePage, readPage, searchPage } from '../live-pages.ts';
import type { BuiltManifest } from './built-manifest.ts';
import type { ReleasePage } from './page.ts';

const rated = new Set(allEndpoints.flatMap(([, { http, access }]) => (access?.rate ? [http.path] : [])));

/** Whether a read may be answered from its file alone: rated addresses count requests, and MCP’s tells streams apart. */
export const isFileAddress = (path: string): boolean => !rated.has(path) && path !== notFoundPath;

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
  entry: ReleasePage;
  headerClass: HeaderClass;
}

/** Files with the same headers share one object. */
interface HeaderClass {
  headers: Headers;
  text: string;
}

/** What has to be added to the address to name the file; undefined where the name is not made that way. */
export function suffixOf({ path, entry }: Pick<HostedFile, 'path' | 'entry'>): string | undefined {
  return `/${entry.file}`.startsWith(path) ? `/${entry.file}`.slice(path.length) : undefined;
}

/** Its name stands in a rule as it is; a file with any other name is left to the sidecar. */
export const hasPlainName = ({ path }: Pick<HostedFile, 'path'>): boolean => /^\/[\w./~@+-]*$/.test(path);

export interface HostedRelease extends Site {
  release: string;
  /** Public files, unsorted; the list is divided into parts. */
  files: HostedFile[];
  notFound: HostedFile | undefined;
  /** Each different set of header templates once, in order of the first address that has it. */
  classes: Headers[];
  /** Position in `classes`, by the text of the headers: the same for a file of another release with the same classes. */
  numberOf: (file: HostedFile) => number;
}

interface HostedPart {
  files: HostedFile[];
  /** For each header class, the first address that uses it. */
  first: Map<HeaderClass, string>;
}

const earlier = (a: string, b: string): string => (a < b ? a : b);

/** Results are stored by part of the entries, since releases share the parts that did not change. */
const hosterFor = onceFor((site: Site) => {
  const classes = new Map<string, HeaderClass>();
  const parts = new WeakMap<object, HostedPart>();
  const classOf = (path: string, entry: ReleasePage): HeaderClass => {
    const headers = headerTemplates(path, entry, site);
    const text = Object.entries(headers).join('\n');
    const known = classes.get(text) ?? { headers, text };
    classes.set(text, known);
    return known;
  };
  const hosted = (entries: Iterable<[string, ReleasePage]>): HostedPart => {
    const part: HostedPart = { files: [], first: new Map() };
    for (const [path, entry] of entries) {
      if (entry.private || entry.frame) continue;
      const headerClass = classOf(path, entry);
      part.files.push({ path, entry, headerClass });
      part.first.set(headerClass, earlier(path, part.first.get(headerClass) ?? path));
    }
    return part;
  };
  return (entries: ReadonlyMap<string, ReleasePage>): HostedPart => {
    const part = parts.get(entries) ?? hosted(entries);
    parts.set(entries, part);
    return part;
  };
});

const answered = inParts((files: HostedFile[]) => files.filter(({ path }) => isFileAddress(path)));

/** By address. */
export const inOrder = (files: HostedFile[]): HostedFile[] => files.toSorted((a, b) => (a.path < b.path ? -1 : 1));

export function hostedRelease({
  release,
  baseUrl,
  entries,
}: Pick<BuiltManifest, 'release' | 'baseUrl' | 'entries'>): HostedRelease {
  const site: Site = { baseUrl, hasLicense: entries.has(licensePath) };
  const parts = entries.parts.map(hosterFor(site));
  const first = new Map<HeaderClass, string>();
  for (const part of parts)
    for (const [headerClass, path] of part.first) first.set(headerClass, earlier(path, first.get(headerClass) ?? path));
  const classes = [...first].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([headerClass]) => headerClass);
  const texts = classes.map(({ text }) => text);
  const all = joined(parts.map(({ files }) => files));
  return {
    ...site,
    release,
    files: answered(all),
    notFound: all.find(({ path }) => path === notFoundPath),
    classes: classes.map(({ headers }) => headers),
    numberOf: ({ headerClass }) => texts.indexOf(headerClass.text),
  };
}
