// Runs npm run dev: starts the room again after each change of the code. The sidecar watches the content itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { root, settings } from '../settings.ts';
import { command } from './command.ts';

const watched = ['site', 'sidecar', 'scripts', 'astro.config.mjs'].map((path) => `--watch-path=${path}`);

export const dev = command('dev', async (_, io) => {
  settings(io.env);
  const start = ['--watch', '--watch-preserve-output', ...watched, 'scripts/main.ts', 'start'];
  const child = spawn(process.execPath, start, { cwd: root, env: io.env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  await once(child, 'exit');
  return 0;
});
