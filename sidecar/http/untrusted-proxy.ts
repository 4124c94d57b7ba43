// Detects a proxy that is not trusted: all of its visitors have its address and share one rate.
import type { IncomingMessage } from 'node:http';
import proxyaddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { type EdgeSettings, edgeSecretHeader } from './edge.ts';

const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'];
/** Number of requests after which the sender counts as a proxy, since a single program may send such a header, too. */
const minRequests = 10;
const maxPeers = 100;
/** Private ranges as ipaddr.js names them. */
const privateRanges = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

const isPrivateAddress = (address: string): boolean =>
  ipaddr.isValid(address) && privateRanges.includes(ipaddr.parse(address).range());

export interface ProxyWatch {
  look: (req: Pick<IncomingMessage, 'headers' | 'socket'>) => void;
  /** Address of the last proxy that was detected. */
  proxyAddress: () => string | undefined;
}

export const proxyWarning = (address: string): string =>
  `All visitors share one rate: they come through a proxy at ${address} that is not trusted. Add ${address} to TRUST_PROXY and restart.`;

/** Watches for proxies in the private network; anybody in the public internet may send the headers. */
export function watchProxies({ trustProxy, edgeSecret }: EdgeSettings, log: (warning: string) => void): ProxyWatch {
  const isTrusted = proxyaddr.compile(trustProxy);
  const requests = new LRUCache<string, number>({ max: maxPeers });
  let lastProxy: string | undefined;
  return {
    look: ({ headers, socket }) => {
      if (!proxyHeaders.some((name) => headers[name] !== undefined)) return;
      const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
      if (!isPrivateAddress(peer) || isTrusted(peer, 0)) return;
      if (edgeSecret && headers[edgeSecretHeader] !== undefined) return;
      const count = (requests.get(peer) ?? 0) + 1;
      requests.set(peer, count);
      if (count !== minRequests) return;
      lastProxy = peer;
      log(proxyWarning(peer));
    },
    proxyAddress: () => lastProxy,
  };
}
