// Runs a CDN's own command-line tool, which sends only the files that its service does not have.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Environment, PublishTarget } from '../../sidecar/settings/settings.ts';

export type CdnPlace = Extract<PublishTarget, { kind: 'cloudflare' | 'netlify' }>;

const deployCommand = (place: CdnPlace): [program: string, ...args: string[]] =>
  place.kind === 'cloudflare'
    ? ['wrangler', 'pages', 'deploy', 'public', '--project-name', place.project]
    : ['netlify', 'deploy', '--prod'];

/** Deploys the contents of a folder. */
export async function deploy(env: Environment, folder: string, place: CdnPlace): Promise<void> {
  const [program, ...args] = deployCommand(place);
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [outcome] = (await Promise.race([once(child, 'close'), once(child, 'error')]).catch((error: Error) => [
    error,
  ])) as [number | Error | null];
  if (outcome === 0) return;
  const isMissing = outcome instanceof Error && (outcome as NodeJS.ErrnoException).code === 'ENOENT';
  throw new Error(isMissing ? `${program} is not installed.` : `${program} ended with ${outcome}.`);
}
