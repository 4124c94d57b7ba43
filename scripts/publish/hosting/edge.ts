// Renders edge functions of CDNs: the rules of a release and a table of its files, before code that answers like the
// sidecar.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consolePath, nexusPath } from '#domain/live-pages.ts';
import { apiFolders, apiPaths, commonHeaders, redirectCacheControl } from '#domain/release/headers.ts';
import {
  formPages,
  unavailableBody,
  unavailableHeaders,
  type HostedFile,
  type HostedRelease,
  fileSuffix,
} from '#domain/release/hosting.ts';
import { root } from '../../../sidecar/settings/root.ts';

function fileLine(file: HostedFile): string {
  const { etag, lastModified, tokens, markdown } = file.page;
  const seconds = new Date(lastModified).getTime() / 1000;
  return [file.headerClass, etag, seconds, fileSuffix(file) ?? '', tokens, markdown && 'markdown'].join('|');
}

const renderTable = ({ baseUrl, files, notFound, classes }: HostedRelease): string =>
  JSON.stringify({
    files: Object.fromEntries(files.map((file) => [file.path, fileLine(file)])),
    classes,
    notFound: notFound && fileLine(notFound),
    common: commonHeaders(baseUrl),
    redirect: { 'Cache-Control': redirectCacheControl },
    away: { body: unavailableBody, headers: unavailableHeaders },
    apiFolders,
    apiPaths,
    consolePath,
    nexusPath,
    formPages,
  });

const readEdgeSource = (name: string): string =>
  readFileSync(join(root, 'scripts', 'publish', 'hosting', 'edge', `${name}.js`), 'utf8');

export const edgeFunction = (hosted: HostedRelease, host: 'cloudflare' | 'netlify'): string =>
  [
    '// Deployed with the public folder of the same release.',
    `const table = ${renderTable(hosted)};`,
    readEdgeSource('core').replace(/^export /gm, ''),
    readEdgeSource(host),
  ].join('\n\n');
