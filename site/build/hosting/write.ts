// Writes what servers and CDNs need to know of a release, from its manifest alone.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hostedRelease, type HostedRelease } from '#domain/release/hosting.ts';
import { programFile } from '../program.ts';
import { caddyfile } from './caddy.ts';
import { edgeFunction, edgeMaxFiles } from './edge.ts';
import { nginxMaps } from './nginx-maps.ts';
import { nginxServer } from './nginx-server.ts';
import { headerRules, redirectRules } from './static-host.ts';

const source = (name: string) => readFile(programFile(`build/hosting/edge/${name}`), 'utf8');

async function edgeFunctions(hosted: HostedRelease): Promise<Record<string, string>> {
  if (hosted.files.length > edgeMaxFiles) return {};
  const core = await source('core.js');
  return {
    'hosting/cloudflare/_worker.js': edgeFunction(hosted, core, await source('cloudflare.js')),
    'hosting/netlify/edge-functions/greenroom.js': edgeFunction(hosted, core, await source('netlify.js')),
  };
}

/** `_headers` and `_redirects` lie where hosts look for them; they are no addresses of the room. */
/** Gives the names of the files, relative to the release. */
export async function writeHosting(
  releaseDir: string,
  manifest: Parameters<typeof hostedRelease>[0],
): Promise<string[]> {
  const hosted = hostedRelease(manifest);
  const files: Record<string, string> = {
    'hosting/nginx-maps.conf': nginxMaps(hosted),
    'hosting/nginx-server.conf': nginxServer(hosted),
    'hosting/Caddyfile': caddyfile(hosted),
    'public/_headers': headerRules(hosted),
    'public/_redirects': redirectRules(hosted),
    ...(await edgeFunctions(hosted)),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(releaseDir, name)), { recursive: true });
    await writeFile(join(releaseDir, name), text);
  }
  return Object.keys(files);
}
