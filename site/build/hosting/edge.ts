// Edge functions for CDNs: one core, the release's table before it, the host's own part behind it.
import { consolePath } from '#domain/live-pages.ts';
import { apiFolders, apiPaths, commonHeaders, redirectCacheControl } from '#domain/release/headers.ts';
import {
  askedPages,
  awayBody,
  awayHeaders,
  type HostedFile,
  type HostedRelease,
  suffixOf,
} from '#domain/release/hosting.ts';
import { nexusPath } from '#domain/live-pages.ts';

/** More than hosts of static files take; a release beyond it wants a machine. */
export const edgeMaxFiles = 100_000;

function fileLine(file: HostedFile): string {
  const seconds = new Date(file.entry.lastModified).getTime() / 1000;
  const { etag, tokens, markdown } = file.entry;
  return [file.headerClass, etag, seconds, suffixOf(file) ?? '', tokens, markdown && 'markdown'].join('|');
}

function tableOf({ baseUrl, files, notFound, classes }: HostedRelease) {
  return {
    classes,
    files: Object.fromEntries(files.map((file) => [file.path, fileLine(file)])),
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

/** `core` and `host` are the sources of both parts. */
export function edgeFunction(hosted: HostedRelease, core: string, host: string): string {
  return [
    `// Release ${hosted.release}: made by the build, deployed with its public folder.`,
    `const table = ${JSON.stringify(tableOf(hosted))};`,
    core.replace(/^export /gm, ''),
    host,
  ].join('\n\n');
}
