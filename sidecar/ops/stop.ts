// Ends the sidecar in order: it says that it is not ready, closes the server and finishes what is under way.
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Signals so soon after the first are the same one again: Ctrl-C goes to every process of the terminal and a service
 * manager's to every process of the service, and npm hands on what it gets.
 */
const echoMs = 1000;

export interface StopParts {
  /** How long it is not ready before the server is closed. */
  drainMs: number;
  end: () => Promise<void>;
  endAtOnce: () => void;
  /** Milliseconds. */
  now: () => number;
}

export interface Stop {
  stopping: () => boolean;
  onSignal: () => void;
}

/** The first signal ends in order, a second one at once. */
export function stopper({ drainMs, end, endAtOnce, now }: StopParts): Stop {
  let since: number | undefined;
  return {
    stopping: () => since !== undefined,
    onSignal: () => {
      if (since === undefined) {
        since = now();
        void sleep(drainMs).then(end).catch(endAtOnce);
      } else if (now() - since >= echoMs) endAtOnce();
    },
  };
}

const idleEveryMs = 100;
/** For requests under way at a stop. */
export const graceMs = 20_000;

/** Requests under way are finished, those that take longer cut off. Connections are closed as they become idle. */
export async function closeServer(server: Server, close: () => Promise<unknown>, graceMs: number): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), idleEveryMs);
  const patience = setTimeout(() => server.closeAllConnections(), graceMs);
  await close();
  clearInterval(idle);
  clearTimeout(patience);
}
