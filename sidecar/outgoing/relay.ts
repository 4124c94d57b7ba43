// Sends an event to a Nostr relay that a stranger named (NIP-01): one connection to a public address, bounded in time
// and size.
import { lookup as dnsLookup } from 'node:dns';
import WebSocket from 'ws';
import { findCallbackAddressProblem, isAllowedHost } from './address-rule.ts';
import { createGuardedLookup } from './guarded-lookup.ts';
import type { OutgoingOptions } from './outgoing.ts';

const answerMs = 10_000;

/** Sends an event and returns true if the relay accepted it. */
export type SendToRelay = (address: string, event: { id: string }) => Promise<boolean>;

function parseAcceptance(text: string, id: string): boolean | undefined {
  try {
    const [kind, eventId, isAccepted] = JSON.parse(text) as unknown[];
    return kind === 'OK' && eventId === id ? isAccepted === true : undefined;
  } catch {
    return undefined;
  }
}

export function createRelaySender({ allowedHosts, resolve }: OutgoingOptions): SendToRelay {
  return async (address, event) => {
    const web = address.replace(/^ws/, 'http');
    if (!/^wss?:/.test(address) || findCallbackAddressProblem(web, allowedHosts)) return false;
    const mayBePrivate = isAllowedHost(new URL(web), allowedHosts);
    const lookup = createGuardedLookup(resolve ?? dnsLookup, () => mayBePrivate);
    const { promise, resolve: done } = Promise.withResolvers<boolean>();
    const socket = new WebSocket(address, {
      lookup,
      handshakeTimeout: answerMs,
      maxPayload: 64 * 1024,
      perMessageDeflate: false,
    });
    const timer = setTimeout(() => done(false), answerMs);
    socket.on('open', () => socket.send(JSON.stringify(['EVENT', event])));
    socket.on('message', (data) => {
      const isAccepted = parseAcceptance(String(data), event.id);
      if (isAccepted !== undefined) done(isAccepted);
    });
    for (const closing of ['error', 'close'] as const) socket.on(closing, () => done(false));
    return promise.finally(() => {
      clearTimeout(timer);
      socket.terminate();
    });
  };
}
