// Finds the client behind a CDN. Only requests with the room's own secret are trusted, since a CDN's addresses are
// shared by all of its customers, who can send any headers.
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyaddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { sha256 } from '#domain/ids.ts';
import type { Settings } from '../settings/settings.ts';

export const edgeSecretHeader = 'x-greenroom-edge';
const forwardedHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'] as const;

/** Settings of the edge. TRUST_PROXY alone counts if there is no secret. */
export type EdgeSettings = Pick<Settings, 'trustProxy'> & Partial<Pick<Settings, 'edgeSecret' | 'edgeClientHeader'>>;

/** Returns the last address of a list, which the edge itself has added. */
function readLastAddress(value: string | string[] | undefined): string | undefined {
  const last = String(value ?? '')
    .split(',')
    .at(-1)!
    .trim();
  return ipaddr.isValid(last) ? last : undefined;
}

/**
 * Returns a function that leaves only the trustworthy address of the client in `X-Forwarded-For`, or undefined if there
 * is no secret.
 */
export function createEdgeReader({ edgeSecret, edgeClientHeader, trustProxy }: EdgeSettings) {
  if (!edgeSecret) return undefined;
  const expectedHash = Buffer.from(sha256(edgeSecret));
  const isProxy = trustProxy.length > 0 ? proxyaddr.compile(trustProxy) : () => false;
  const clientHeader = (edgeClientHeader ?? 'x-forwarded-for').toLowerCase();
  return (req: IncomingMessage): void => {
    const { headers, socket } = req;
    const secret = headers[edgeSecretHeader];
    delete headers[edgeSecretHeader];
    const isEdge = typeof secret === 'string' && timingSafeEqual(Buffer.from(sha256(secret)), expectedHash);
    const clientAddress = isEdge ? readLastAddress(headers[clientHeader]) : undefined;
    if (clientAddress) headers['x-forwarded-for'] = clientAddress;
    else if (isProxy(socket.remoteAddress ?? '', 0)) headers['x-forwarded-for'] &&= proxyaddr(req, isProxy);
    else if (!isEdge) for (const name of forwardedHeaders) delete headers[name];
  };
}

/** Returns Fastify's setting for trusted proxies. With a secret, the remaining headers are already verified. */
export const createTrustRule = ({ edgeSecret, trustProxy }: EdgeSettings) =>
  edgeSecret ? (_: string, hop: number) => hop === 0 : trustProxy.length > 0 && trustProxy;
