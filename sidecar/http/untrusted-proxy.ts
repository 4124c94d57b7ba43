// Notices a proxy that is not trusted: all of its visitors then have its address, and share one rate.
import type { IncomingMessage } from 'node:http';
import proxyaddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { type EdgeSettings, edgeSecretHeader } from './edge.ts';

const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'];
/** Requests after which the sender counts as a proxy: a single program may send such a header, too. */
const fewestRequests = 10;
const mostPeers = 100;
/** Ranges of an own network, as ipaddr.js names them. */
const ownRanges = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

const isInOwnNetwork = (address: string): boolean =>
  ipaddr.isValid(address) && ownRanges.includes(ipaddr.parse(address).range());

export interface ProxyWatch {
  look: (req: Pick<IncomingMessage, 'headers' | 'socket'>) => void;
  /** Address of the proxy that was found last. */
  found: () => string | undefined;
}

export const proxyWarning = (address: string): string =>
  `All visitors share one rate: they come through a proxy at ${address} that is not trusted. Add ${address} to TRUST_PROXY and restart.`;

/** Anybody may send the headers from the public internet, so that only the own network counts. */
export function watchProxies({ trustProxy, edgeSecret }: EdgeSettings, log: (warning: string) => void): ProxyWatch {
  const isTrusted = proxyaddr.compile(trustProxy);
  const requests = new LRUCache<string, number>({ max: mostPeers });
  let found: string | undefined;
  return {
    look: ({ headers, socket }) => {
      if (!proxyHeaders.some((name) => headers[name] !== undefined)) return;
      const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
      if (!isInOwnNetwork(peer) || isTrusted(peer, 0)) return;
      if (edgeSecret && headers[edgeSecretHeader] !== undefined) return;
      const count = (requests.get(peer) ?? 0) + 1;
      requests.set(peer, count);
      if (count !== fewestRequests) return;
      found = peer;
      log(proxyWarning(peer));
    },
    found: () => found,
  };
}
