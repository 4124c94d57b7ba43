// Builds and serves the room, and repeats both after each change of the code. The sidecar watches the content itself.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Io, print } from './io.ts';
import { root, settings } from './settings.ts';

/** Pause after a change, since an editor or git writes several files together. */
const settleMs = 200;
/** Time after which a sidecar that still answers requests is killed. */
const stopMs = 5000;

const affectsRoom = (name: string | null): boolean => name !== null && !/\.(test|spec)\.ts$|~$|\.sw.$/.test(name);

/** Returns a function that waits for the next change and returns the name of the file. */
function watchCode(paths: string[]): () => Promise<string> {
  let next = Promise.withResolvers<string>();
  for (const path of paths)
    watch(resolve(root, path), { recursive: true }, (_, name) => {
      if (affectsRoom(name)) next.resolve(join(path, name!));
    });
  return async () => {
    const name = await next.promise;
    await sleep(settleMs);
    next = Promise.withResolvers();
    return name;
  };
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await exited;
  clearTimeout(timer);
}

/** Runs the commands in turn until one fails. The last one serves. */
function launch(io: Io, steps: string[][]): () => Promise<void> {
  let isStopped = false;
  let child: ChildProcess;
  const next = ([args, ...rest]: string[][]) => {
    child = spawn(process.execPath, args!, { cwd: root, env: io.env, stdio: 'inherit' });
    child.on('exit', (code) => {
      if (isStopped) return;
      if (code === 0 && rest.length > 0) return next(rest);
      print(io, `Dev: ${args!.at(-1)} ended. Waiting for a change.`);
    });
  };
  next(steps);
  return async () => {
    isStopped = true;
    await endChild(child);
  };
}

export interface FollowOptions {
  /** Files and folders to watch. */
  paths: string[];
  /** Arguments for Node at the first start. The last command serves. */
  first: string[][];
  restartCommands: string[][];
}

/** Runs the commands again after each change, until a signal arrives. */
export async function restartOnChange(io: Io, { paths, first, restartCommands }: FollowOptions): Promise<void> {
  const change = watchCode(paths);
  let stop = launch(io, first);
  const stopped = Promise.withResolvers<undefined>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.resolve(undefined));
  for (;;) {
    const changedName = await Promise.race([stopped.promise, change()]);
    await stop();
    if (changedName === undefined) return;
    print(io, `Dev: ${changedName} changed.`);
    stop = launch(io, restartCommands);
  }
}

const command = (name: string): string[] => ['scripts/main.ts', name];

export async function dev(io: Io): Promise<number> {
  settings(io.env);
  const restartCommands = [command('build'), command('serve')];
  const paths = ['site', 'sidecar', 'scripts', 'astro.config.mjs'];
  await restartOnChange(io, { paths, first: [command('ingest'), ...restartCommands], restartCommands });
  return 0;
}
