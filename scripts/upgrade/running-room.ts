// Restarts the running room after an upgrade, and waits until it is ready.
import { setTimeout as sleep } from 'node:timers/promises';
import { requestRestart, isRestartRequested } from '../serve/restart.ts';

export interface RunningRoom {
  origin: string;
  dataDir: string;
  /** Time limits in seconds for stopping, and for starting again, which includes compiling. */
  stopSeconds: number;
  startSeconds: number;
}

const fetchStatus = (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => status,
    () => 0,
  );

export const isRunning = async ({ origin }: RunningRoom): Promise<boolean> =>
  (await fetchStatus(`${origin}/healthz`)) === 200;

async function waitUntil(condition: () => Promise<boolean> | boolean, seconds: number): Promise<boolean> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    if (await condition()) return true;
    await sleep(500);
  }
  return false;
}

/** Restarts the room. Throws an Error if it does not come back. */
export async function restartRoom(room: RunningRoom): Promise<void> {
  requestRestart(room.dataDir);
  if (!(await waitUntil(() => !isRestartRequested(room.dataDir), room.stopSeconds)))
    throw new Error('The room did not restart.');
  if (!(await waitUntil(async () => (await fetchStatus(`${room.origin}/readyz`)) === 200, room.startSeconds)))
    throw new Error(`The room is not ready after the restart: ${room.origin}/readyz.`);
}
