// Communicates with the process that started the server and restarts it after a crash. The server ends with it.
import process from 'node:process';

export type ServerReport =
  | { kind: 'listening'; port: number }
  /** The server waits, because there is no release that may be served. */
  | { kind: 'waiting'; why: string }
  | { kind: 'crashed'; why: string };

/** Sends a message to the parent process, if there is one. */
export function reportToParent(message: ServerReport): void {
  if (process.connected) process.send!(message, undefined, undefined, () => {});
}

/** A killed process cannot pass on a signal, but its channel to this one closes. */
export function endWithParent(end: () => void): void {
  process.on('uncaughtExceptionMonitor', (error) =>
    reportToParent({ kind: 'crashed', why: String(error?.message ?? error) }),
  );
  if (!process.channel) return;
  process.on('disconnect', end);
  // A listener alone would keep this process running.
  process.channel.unref();
}
