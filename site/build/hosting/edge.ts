// Edge functions for CDNs: one core, the release's table before it, the host's own part behind it.
import { consolePath } from '#domain/live-pages.ts';
import { onceFor, perPart } from '#domain/lists/parts.ts';
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

type Classes = Pick<HostedRelease, 'classes' | 'numberOf'>;

function fileLine(file: HostedFile, { numberOf }: Classes): string {
  const { etag, lastModified, tokens, markdown } = file.entry;
  const seconds = new Date(lastModified).getTime() / 1000;
  return [numberOf(file), etag, seconds, suffixOf(file) ?? '', tokens, markdown && 'markdown'].join('|');
}

/** Members of the table, made once for each part of the files as long as the classes are the same. */
const membersWith = onceFor((of: Classes) => {
  const memberOf = (file: HostedFile) => `${JSON.stringify(file.path)}:${JSON.stringify(fileLine(file, of))}`;
  return perPart((files: HostedFile[]) => inOrder(files).map(memberOf).join());
});

function tableOf(hosted: HostedRelease): string {
  const { baseUrl, files, notFound, classes, numberOf } = hosted;
  const others = {
    classes,
    notFound: notFound && fileLine(notFound, hosted),
    common: commonHeaders(baseUrl),
    redirect: { 'Cache-Control': redirectCacheControl },
    away: { body: awayBody, headers: awayHeaders },
    apiFolders,
    apiPaths,
    consolePath,
    nexusPath,
    askedPages,
  };
  return `{"files":{${membersWith({ classes, numberOf })(files).join()}},${JSON.stringify(others).slice(1)}`;
}

/** What both hosts have in common; `core` is its source. */
export const edgeCommon = (hosted: HostedRelease, core: string): string =>
  [
    `// Release ${hosted.release}: made by the build, deployed with its public folder.`,
    `const table = ${tableOf(hosted)};`,
    core.replace(/^export /gm, ''),
  ].join('\n\n');

export const edgeFunction = (common: string, host: string): string => `${common}\n\n${host}`;
