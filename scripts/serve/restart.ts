// A file in the data folder asks the running room to restart, with whatever program is installed by then.
import { existsSync, mkdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const restartFile = 'restart';
const fileIn = (dataDir: string): string => join(dataDir, restartFile);

export function askForRestart(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileIn(dataDir), '');
}

export const isRestartAsked = (dataDir: string): boolean => existsSync(fileIn(dataDir));

/** It has ended, and is about to start again. */
export const restartBegins = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

/** Not every file system reports that a file was written. */
const lookEveryMs = 10_000;

/** Calls `restart` once. A request from before the start is dropped. */
export function whenRestartIsAsked(dataDir: string, restart: () => void): void {
  mkdirSync(dataDir, { recursive: true });
  restartBegins(dataDir);
  const look = (): void => {
    if (!isRestartAsked(dataDir)) return;
    clearInterval(timer);
    watcher.close();
    restart();
  };
  // The store lies in the same folder.
  const onChange = (_: string, name: string | null) => name === restartFile && look();
  const watcher = watch(dataDir, { persistent: false }, onChange).on('error', () => {});
  const timer = setInterval(look, lookEveryMs).unref();
}
