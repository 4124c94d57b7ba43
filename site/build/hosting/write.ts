// Writes what servers and CDNs need to know of a release, from its manifest alone.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hostedRelease } from '#domain/hosting.ts';
import type { Manifest } from '#domain/manifest.ts';
import { caddyfile } from './caddy.ts';
import { nginxMaps, nginxServer } from './nginx.ts';

export async function writeHosting(releaseDir: string, manifest: Manifest): Promise<void> {
  const hosted = hostedRelease(manifest);
  const files: Record<string, string> = {
    'hosting/nginx-maps.conf': nginxMaps(hosted),
    'hosting/nginx-server.conf': nginxServer(hosted),
    'hosting/Caddyfile': caddyfile(hosted),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(releaseDir, name)), { recursive: true });
    await writeFile(join(releaseDir, name), text);
  }
}
