// Edge functions for CDNs: one core, the release's table before it, the host's own part behind it.
import { consolePath } from '#domain/live-pages.ts';
import { apiFolders, apiPaths, commonHeaders, redirectCacheControl } from '#domain/release/headers.ts';
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

const factsOf = (file: HostedFile): string => {
  const { etag, lastModified, tokens, markdown } = file.entry;
  const seconds = new Date(lastModified).getTime() / 1000;
  return [etag, seconds, suffixOf(file) ?? '', tokens, markdown && 'markdown'].join('|');
};

function tableOf({ baseUrl, files, notFound, classes, numberOf }: HostedRelease) {
  const fileLine = (file: HostedFile): string => `${numberOf(file)}|${factsOf(file)}`;
  return {
    classes,
    files: Object.fromEntries(inOrder(files).map((file) => [file.path, fileLine(file)])),
    notFound: notFound && fileLine(notFound),
    common: commonHeaders(baseUrl),
    redirect: { 'Cache-Control': redirectCacheControl },
    away: { body: awayBody, headers: awayHeaders },
    apiFolders,
    apiPaths,
    consolePath,
    nexusPath,
    askedPages,
  };
}

/** What both hosts have in common; `core` is its source. */
export const edgeCommon = (hosted: HostedRelease, core: string): string =>
  [
    `// Release ${hosted.release}: made by the build, deployed with its public folder.`,
    `const table = ${JSON.stringify(tableOf(hosted))};`,
    core.replace(/^export /gm, ''),
  ].join('\n\n');

export const edgeFunction = (common: string, host: string): string => `${common}\n\n${host}`;
