// A file in the data folder asks the running room to restart, with whatever program is installed by then.
import { existsSync, mkdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const restartFile = 'restart';
const restartFilePath = (dataDir: string): string => join(dataDir, restartFile);

export function requestRestart(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(restartFilePath(dataDir), '');
}

export const isRestartRequested = (dataDir: string): boolean => existsSync(restartFilePath(dataDir));

/** It has ended, and is about to start again. */
export const clearRestartRequest = (dataDir: string): void => rmSync(restartFilePath(dataDir), { force: true });

/** Not every file system reports that a file was written. */
const checkEveryMs = 10_000;

/** Calls `restart` once. A request from before the start is dropped. */
export function onRestartRequest(dataDir: string, restart: () => void): void {
  mkdirSync(dataDir, { recursive: true });
  clearRestartRequest(dataDir);
  const check = (): void => {
    if (!isRestartRequested(dataDir)) return;
    clearInterval(timer);
    watcher.close();
    restart();
  };
  // The store lies in the same folder.
  const onChange = (_: string, name: string | null) => name === restartFile && check();
  const watcher = watch(dataDir, { persistent: false }, onChange).on('error', () => {});
  const timer = setInterval(check, checkEveryMs).unref();
}
