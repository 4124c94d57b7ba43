// Sends an event to a Nostr relay that a stranger named (NIP-01): one connection, bounded in time and size, to a public address alone.
import { lookup as dnsLookup } from 'node:dns';
import WebSocket from 'ws';
import { callbackProblem, isAllowedHost } from './address-rule.ts';
import { guardedLookup } from './guarded-lookup.ts';
import type { OutgoingOptions } from './outgoing.ts';
import { privateAddress } from './problem.ts';

const answerMs = 10_000;

/** Whether the relay took it. */
export type TellRelay = (address: string, event: { id: string }) => Promise<boolean>;

function took(text: string, id: string): boolean | undefined {
  try {
    const [kind, of, isTaken] = JSON.parse(text) as unknown[];
    return kind === 'OK' && of === id ? isTaken === true : undefined;
  } catch {
    return undefined;
  }
}

export function relayTeller({ allowedHosts, resolve }: OutgoingOptions): TellRelay {
  return async (address, event) => {
    const web = address.replace(/^ws/, 'http');
    if (!/^wss?:/.test(address) || callbackProblem(web, allowedHosts)) return false;
    const mayBePrivate = isAllowedHost(new URL(web), allowedHosts);
    const lookup = guardedLookup(resolve ?? dnsLookup, () => mayBePrivate, privateAddress);
    const { promise, resolve: done } = Promise.withResolvers<boolean>();
    const socket = new WebSocket(address, { lookup, handshakeTimeout: answerMs, maxPayload: 64 * 1024, perMessageDeflate: false }); // prettier-ignore
    const timer = setTimeout(() => done(false), answerMs);
    socket.on('open', () => socket.send(JSON.stringify(['EVENT', event])));
    socket.on('message', (data) => {
      const isTaken = took(String(data), event.id);
      if (isTaken !== undefined) done(isTaken);
    });
    for (const over of ['error', 'close'] as const) socket.on(over, () => done(false));
    return promise.finally(() => {
      clearTimeout(timer);
      socket.terminate();
    });
  };
}
