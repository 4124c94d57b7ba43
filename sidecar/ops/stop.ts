// Stops the sidecar in order: closes the server and finishes running requests.
import type { Server } from 'node:http';

/**
 * Time within which a second signal counts as the same: Ctrl-C reaches every process of the terminal, a service
 * manager's signal every process of the service, and npm passes signals on.
 */
const echoMs = 1000;

export interface SignalActions {
  /** Stops in order. */
  end: () => Promise<void>;
  endAtOnce: () => void;
  /** Returns milliseconds. */
  now: () => number;
}

/** Returns the handler of signals: the first one stops in order, a later one immediately. */
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
/** Time for running requests. */
export const graceMs = 20_000;

/** Finishes running requests and aborts those that take longer. Connections are closed as they become idle. */
export async function closeServer(server: Server, close: () => Promise<unknown>, graceMs: number): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), idleEveryMs);
  const patience = setTimeout(() => server.closeAllConnections(), graceMs);
  await close();
  clearInterval(idle);
  clearTimeout(patience);
}
