// Ends the sidecar in order: closes the server and finishes the requests under way.
import type { Server } from 'node:http';

/**
 * Signals so soon after the first are the same one again: Ctrl-C goes to every process of the terminal and a service
 * manager's to every process of the service, and npm hands on what it gets.
 */
const echoMs = 1000;

export interface SignalActions {
  /** Ends in order. */
  end: () => Promise<void>;
  endAtOnce: () => void;
  /** Milliseconds. */
  now: () => number;
}

/** Returns the handler of signals: the first one ends in order, a later one at once. */
export function createSignalHandler({ end, endAtOnce, now }: SignalActions): () => void {
  let since: number | undefined;
  return () => {
    if (since === undefined) {
      since = now();
      void end().catch(endAtOnce);
    } else if (now() - since >= echoMs) endAtOnce();
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
