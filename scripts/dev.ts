// Builds and serves the room, and again after each change of the code. The sidecar follows content on its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Io, print } from './io.ts';
import { root, settings } from './settings.ts';

/** An editor or git writes several files at once. */
const settleMs = 200;
/** A sidecar that answers long requests is not waited for any longer. */
const stopMs = 5000;

const shapesRoom = (name: string | null): boolean => name !== null && !/\.(test|spec)\.ts$|~$|\.sw.$/.test(name);

/** Gives the name of the file that changed next. */
function watchCode(paths: string[]): () => Promise<string> {
  let next = Promise.withResolvers<string>();
  for (const path of paths)
    watch(resolve(root, path), { recursive: true }, (_, name) => {
      if (shapesRoom(name)) next.resolve(join(path, name!));
    });
  return async () => {
    const name = await next.promise;
    await sleep(settleMs);
    next = Promise.withResolvers();
    return name;
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await exited;
  clearTimeout(timer);
}

/** Runs the commands one after the other. The last one serves; none begins after one that failed. */
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
    await end(child);
  };
}

export interface Followed {
  /** Files and folders. */
  paths: string[];
  /** Arguments for Node, at first and after each change. The last of them serves. */
  first: string[][];
  restartCommands: string[][];
}

/** Runs the commands again after each change, until a signal ends it. */
export async function follow(io: Io, { paths, first, restartCommands }: Followed): Promise<void> {
  const change = watchCode(paths);
  let stop = launch(io, first);
  const stopped = Promise.withResolvers<undefined>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.resolve(undefined));
  for (;;) {
    const changed = await Promise.race([stopped.promise, change()]);
    await stop();
    if (changed === undefined) return;
    print(io, `Dev: ${changed} changed.`);
    stop = launch(io, restartCommands);
  }
}

const command = (name: string): string[] => ['scripts/main.ts', name];

export async function dev(io: Io): Promise<number> {
  settings(io.env);
  const restartCommands = [command('build'), command('serve')];
  const paths = ['site', 'sidecar', 'scripts', 'astro.config.mjs'];
  await follow(io, { paths, first: [command('ingest'), ...restartCommands], restartCommands });
  return 0;
}
