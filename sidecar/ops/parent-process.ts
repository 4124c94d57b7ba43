// The process that started the server and starts it again after a crash: it gets messages about what happens, and the
// server ends with it.
import process from 'node:process';

export type ServerReport =
  | { kind: 'listening'; port: number }
  /** There is no release that may be served. */
  | { kind: 'waiting'; why: string }
  | { kind: 'crashed'; why: string };

/** Told to nobody where the server was started by hand. */
export function reportToParent(message: ServerReport): void {
  if (process.connected) process.send!(message, undefined, undefined, () => {});
}

/** A process that is killed cannot pass on a signal, but its channel to this one closes. */
export function endWithParent(end: () => void): void {
  process.on('uncaughtExceptionMonitor', (error) =>
    reportToParent({ kind: 'crashed', why: String(error?.message ?? error) }),
  );
  if (!process.channel) return;
  process.on('disconnect', end);
  // A listener would keep the process running for this channel alone.
  process.channel.unref();
}
