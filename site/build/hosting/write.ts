// Writes what servers and CDNs need to know of a release, from its manifest alone.
import { existsSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { hostedRelease, type HostedRelease } from '#domain/release/hosting.ts';
import type { BuiltRelease } from '#domain/release/site-entry.ts';
import { programFile } from '../program.ts';
import { inFolder } from '../place.ts';
import { remove } from '../tree.ts';
import { caddyfile } from './caddy.ts';
import { edgeCommon, edgeFunction, edgeMaxFiles } from './edge.ts';
import { nginxMaps } from './nginx-maps.ts';
import { nginxServer } from './nginx-server.ts';
import { headerRules, redirectRules } from './static-host.ts';

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
