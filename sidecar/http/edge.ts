// Who asks behind a CDN: only what carries the room's own secret is believed, since a CDN's addresses are those of all its
// customers, who can send what they like through it.
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyaddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { sha256 } from '#domain/ids.ts';
import type { Settings } from '../settings/settings.ts';

export const edgeSecretHeader = 'x-greenroom-edge';
const forwardedHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'] as const;

/** Without a secret, TRUST_PROXY alone counts. */
export type EdgeSettings = Pick<Settings, 'trustProxy'> & Partial<Pick<Settings, 'edgeSecret' | 'edgeClientHeader'>>;

/** The last of a list: the address that the edge itself has seen. */
function readLastAddress(value: string | string[] | undefined): string | undefined {
  const last = String(value ?? '')
    .split(',')
    .at(-1)!
    .trim();
  return ipaddr.isValid(last) ? last : undefined;
}

/**
 * Where there is a secret: leaves in `X-Forwarded-For` the one address that is known of the client, whoever handed the
 * request on, and removes what is only claimed. Undefined without one.
 */
export function createEdgeReader({ edgeSecret, edgeClientHeader, trustProxy }: EdgeSettings) {
  if (!edgeSecret) return undefined;
  const wanted = Buffer.from(sha256(edgeSecret));
  const isProxy = trustProxy.length > 0 ? proxyaddr.compile(trustProxy) : () => false;
  const clientHeader = (edgeClientHeader ?? 'x-forwarded-for').toLowerCase();
  return (req: IncomingMessage): void => {
    const { headers, socket } = req;
    const given = headers[edgeSecretHeader];
    delete headers[edgeSecretHeader];
    const isEdge = typeof given === 'string' && timingSafeEqual(Buffer.from(sha256(given)), wanted);
    const seen = isEdge ? readLastAddress(headers[clientHeader]) : undefined;
    if (seen) headers['x-forwarded-for'] = seen;
    else if (isProxy(socket.remoteAddress ?? '', 0)) headers['x-forwarded-for'] &&= proxyaddr(req, isProxy);
    else if (!isEdge) for (const name of forwardedHeaders) delete headers[name];
  };
}

/** Whom Fastify believes: what is left in the headers is settled where there is a secret. */
export const createTrustRule = ({ edgeSecret, trustProxy }: EdgeSettings) =>
  edgeSecret ? (_: string, hop: number) => hop === 0 : trustProxy.length > 0 && trustProxy;
