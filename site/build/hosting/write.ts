// Writes what servers and CDNs need to know of a release, from its manifest alone.
import { existsSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  hostedRelease,
  type HostedRelease,
  askedPages,
  awayBody,
  awayHeaders,
  type HostedFile,
  inOrder,
  suffixOf,
} from '#domain/release/hosting.ts';
import type { BuiltRelease } from '#domain/release/site-entry.ts';
import { consolePath, nexusPath } from '#domain/live-pages.ts';
import { onceFor, perPart } from '#domain/lists/parts.ts';
import { apiFolders, apiPaths, commonHeaders, redirectCacheControl } from '#domain/release/headers.ts';
import { programFile } from '../program.ts';
import { inFolder } from '../place.ts';
import { remove } from '../tree.ts';
import { caddyfile } from './caddy.ts';
import { nginxMaps } from './nginx-maps.ts';
import { nginxServer } from './nginx-server.ts';
import { headerRules, redirectRules } from './static-host.ts';

/** More than hosts of static files take; a release beyond it wants a machine. */
const edgeMaxFiles = 100_000;

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

/** The part of an edge function that is the same for both hosts; `core` is its source. */
export const edgeCommon = (hosted: HostedRelease, core: string): string =>
  [
    `// Release ${hosted.release}: made by the build, deployed with its public folder.`,
    `const table = ${tableOf(hosted)};`,
    core.replace(/^export /gm, ''),
  ].join('\n\n');

export const edgeFunction = (common: string, host: string): string => `${common}\n\n${host}`;

/** The rules lie in `rules`, to which `hosting` leads. */
const [place, folder] = ['hosting', 'rules'];

const source = (name: string) => readFile(programFile(`build/hosting/edge/${name}`), 'utf8');

/** By path. A text is made only when it is written, because those that list every file take megabytes. */
type Texts = Record<string, () => string>;

async function edgeFunctions(hosted: HostedRelease): Promise<Texts> {
  if (hosted.files.length > edgeMaxFiles) return {};
  const common = edgeCommon(hosted, await source('core.js'));
  const [cloudflare, netlify] = [await source('cloudflare.js'), await source('netlify.js')];
  return {
    [`${folder}.new/cloudflare/_worker.js`]: () => edgeFunction(common, cloudflare),
    [`${folder}.new/netlify/edge-functions/greenroom.js`]: () => edgeFunction(common, netlify),
  };
}

/** In one step: a server that reads them meanwhile gets the old ones or the new ones. */
function lead(release: string, target: string): void {
  const next = join(release, `${place}.next`);
  rmSync(next, { force: true });
  symlinkSync(target, next);
  renameSync(next, join(release, place));
}

/** Until its own are written, the rules are those of the release before, which name that release. */
export function borrowHosting(release: string, before: string | undefined): void {
  for (const name of [place, folder]) rmSync(join(release, name), { recursive: true, force: true });
  if (before) lead(release, join('..', basename(before), place));
}

export function hasHosting(release: string): boolean {
  try {
    return readlinkSync(join(release, place)) === folder && existsSync(join(release, folder));
  } catch {
    return false;
  }
}

/** `_headers` and `_redirects` lie where hosts look for them; they are no addresses of the room. */
export async function writeHosting({ dir, manifest }: BuiltRelease): Promise<void> {
  const hosted = hostedRelease(manifest);
  const files: Texts = {
    [`${folder}.new/nginx-maps.conf`]: () => nginxMaps(hosted),
    [`${folder}.new/nginx-server.conf`]: () => nginxServer(hosted),
    [`${folder}.new/Caddyfile`]: () => caddyfile(hosted),
    'public/_headers': () => headerRules(hosted),
    'public/_redirects': () => redirectRules(hosted),
    ...(await edgeFunctions(hosted)),
  };
  rmSync(join(dir, `${folder}.new`), { recursive: true, force: true });
  for (const [name, textOf] of Object.entries(files)) {
    const [path, text] = [join(dir, name), textOf()];
    // Releases share their files.
    remove(path);
    inFolder(path, () => writeFileSync(path, text));
  }
  rmSync(join(dir, folder), { recursive: true, force: true });
  renameSync(join(dir, `${folder}.new`), join(dir, folder));
  lead(dir, folder);
}
