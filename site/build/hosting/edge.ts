// Edge functions for CDNs: one core, the release's table before it, the host's own part behind it.
import { consolePath } from '#domain/live-pages.ts';
import { onceFor, perPart } from '#domain/lists/parts.ts';
import { apiFolders, apiPaths, commonHeaders, type Headers, redirectCacheControl } from '#domain/release/headers.ts';
import {
  askedPages,
  awayBody,
  awayHeaders,
  type HostedFile,
  type HostedRelease,
  inOrder,
  suffixOf,
} from '#domain/release/hosting.ts';
import { nexusPath } from '#domain/live-pages.ts';

/** More than hosts of static files take; a release beyond it wants a machine. */
export const edgeMaxFiles = 100_000;

/** Class numbers go by the text of the headers, which says the same in every release. */
const linesWith = (classes: Headers[]) => {
  const texts = classes.map((headers) => JSON.stringify(headers));
  return (file: HostedFile): string => {
    const { etag, lastModified, tokens, markdown } = file.entry;
    const number = texts.indexOf(JSON.stringify(file.headerClass.headers));
    const seconds = new Date(lastModified).getTime() / 1000;
    return [number, etag, seconds, suffixOf(file) ?? '', tokens, markdown && 'markdown'].join('|');
  };
};

/** The table's members for the files of each part, which are made once while the part and the classes stay. */
const membersWith = onceFor((classes: Headers[]) => {
  const lineOf = linesWith(classes);
  const memberOf = (file: HostedFile) => `${JSON.stringify(file.path)}:${JSON.stringify(lineOf(file))}`;
  return perPart((files: HostedFile[]) => inOrder(files).map(memberOf).join());
});

function tableOf({ baseUrl, files, notFound, classes }: HostedRelease): string {
  const others = {
    classes,
    notFound: notFound && linesWith(classes)(notFound),
    common: commonHeaders(baseUrl),
    redirect: { 'Cache-Control': redirectCacheControl },
    away: { body: awayBody, headers: awayHeaders },
    apiFolders,
    apiPaths,
    consolePath,
    nexusPath,
    askedPages,
  };
  return `{"files":{${membersWith(classes)(files).join()}},${JSON.stringify(others).slice(1)}`;
}

/** What both hosts have in common; `core` is its source. */
export const edgeCommon = (hosted: HostedRelease, core: string): string =>
  [
    `// Release ${hosted.release}: made by the build, deployed with its public folder.`,
    `const table = ${tableOf(hosted)};`,
    core.replace(/^export /gm, ''),
  ].join('\n\n');

export const edgeFunction = (common: string, host: string): string => `${common}\n\n${host}`;
