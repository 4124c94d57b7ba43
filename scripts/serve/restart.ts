// A file in the data folder asks the running room to restart, with whatever program is installed by then.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (dataDir: string): string => join(dataDir, 'restart');

export function askForRestart(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileIn(dataDir), '');
}

export const isRestartAsked = (dataDir: string): boolean => existsSync(fileIn(dataDir));

/** It has ended, and is about to start again. */
export const restartBegins = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

const lookEveryMs = 500;

/** Calls `restart` once. A request from before the start is dropped. */
export function whenRestartIsAsked(dataDir: string, restart: () => void): void {
  restartBegins(dataDir);
  const look = setInterval(() => {
    if (!isRestartAsked(dataDir)) return;
    clearInterval(look);
    restart();
  }, lookEveryMs).unref();
}
