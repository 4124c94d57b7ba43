// Opens outgoing requests for commands. They identify the room.
import PQueue from 'p-queue';
import { type Outgoing, openOutgoing, type OutgoingOptions } from '../sidecar/outgoing/outgoing.ts';
import type { Environment } from '../sidecar/settings/settings.ts';
import { settings } from './settings.ts';

export const openCommandOutgoing = (env: Environment, options: Omit<OutgoingOptions, 'baseUrl'>): Outgoing =>
  openOutgoing({ ...options, baseUrl: settings(env).baseUrl });

/** Returns a function that runs at most `concurrency` requests to one host at a time. */
export function limitPerHost(concurrency: number): NonNullable<OutgoingOptions['atHost']> {
  const queues = new Map<string, PQueue>();
  return (host, task) => {
    const queue = queues.get(host) ?? new PQueue({ concurrency });
    queues.set(host, queue);
    return queue.add(task);
  };
}
