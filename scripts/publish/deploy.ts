// Publishes by a CDN's own command-line tool, which asks its service what is missing there and sends that alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuiltRelease } from '#domain/release/site-entry.ts';
import type { Env, PublishPlace } from '../../sidecar/settings/settings.ts';

type CdnPlace = Exclude<PublishPlace, { kind: 'bucket' }>;

const netlifyToml = `[build]
  publish = "public"
  edge_functions = "edge-functions"
`;

/** Links to the public files, without compressed copies, since CDNs compress on their own. */
function linkPublic({ dir, manifest }: BuiltRelease, folder: string): void {
  const files = [...manifest.entries.values()].filter((entry) => !entry.private);
  const made = new Set<string>();
  for (const file of [...files.map(({ file }) => file), '_headers', '_redirects']) {
    const path = join(folder, file);
    if (!made.has(dirname(path))) mkdirSync(dirname(path), { recursive: true });
    made.add(dirname(path));
    linkSync(join(dir, 'public', file), path);
  }
}

/** The folder to deploy, and the command that does. */
function prepare(folder: string, release: BuiltRelease, place: CdnPlace): string[] {
  linkPublic(release, join(folder, 'public'));
  const rules = join(release.dir, 'hosting');
  if (place.kind === 'cloudflare') {
    copyFileSync(join(rules, 'cloudflare', '_worker.js'), join(folder, 'public', '_worker.js'));
    return ['wrangler', 'pages', 'deploy', 'public', '--project-name', place.project];
  }
  mkdirSync(join(folder, 'edge-functions'));
  copyFileSync(
    join(rules, 'netlify', 'edge-functions', 'greenroom.js'),
    join(folder, 'edge-functions', 'greenroom.js'),
  );
  writeFileSync(join(folder, 'netlify.toml'), netlifyToml);
  return ['netlify', 'deploy', '--prod'];
}

export async function deploy(env: Env, dist: string, release: BuiltRelease, place: CdnPlace): Promise<string> {
  const folder = join(dist, 'deploy');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [program, ...args] = prepare(folder, release, place);
  const child = spawn(program!, args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [outcome] = (await Promise.race([once(child, 'close'), once(child, 'error')]).catch((error: Error) => [
    error,
  ])) as [number | Error | null];
  rmSync(folder, { recursive: true, force: true });
  if (outcome === 0) return `deployed by ${program}`;
  const isMissing = outcome instanceof Error && (outcome as NodeJS.ErrnoException).code === 'ENOENT';
  throw new Error(isMissing ? `${program} is not installed.` : `${program} ended with ${outcome}.`);
}
