// Requests a restart of the running room by a file in the data folder. The program that is installed by then is
// started.
import { existsSync, mkdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const restartFile = 'restart';
const restartFilePath = (dataDir: string): string => join(dataDir, restartFile);

export function requestRestart(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(restartFilePath(dataDir), '');
}

export const isRestartRequested = (dataDir: string): boolean => existsSync(restartFilePath(dataDir));

/** Removes the request, when the room has stopped and is about to start again. */
export const clearRestartRequest = (dataDir: string): void => rmSync(restartFilePath(dataDir), { force: true });

/** Not every file system reports changes. */
const checkEveryMs = 10_000;

/** Calls `restart` once when a restart is requested. Requests from before the start are dropped. */
export function onRestartRequest(dataDir: string, restart: () => void): void {
  mkdirSync(dataDir, { recursive: true });
  clearRestartRequest(dataDir);
  const check = (): void => {
    if (!isRestartRequested(dataDir)) return;
    clearInterval(timer);
    watcher.close();
    restart();
  };
  // The store is in the same folder, so only this file counts.
  const onChange = (_: string, name: string | null) => name === restartFile && check();
  const watcher = watch(dataDir, { persistent: false }, onChange).on('error', () => {});
  const timer = setInterval(check, checkEveryMs).unref();
}
