// Connects to what a stranger named only where it is public, or where the creator allowed it.
import { lookup as dnsLookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from '#domain/addresses.ts';
import { isAllowedHost } from '#domain/callback-address.ts';
import { guardedLookup, type Resolve } from '#domain/guarded-lookup.ts';

export interface DispatcherOptions {
  allowedHosts: string[];
  resolve?: Resolve;
}

const connectMs = 10_000;

/** An address that must not be asked on a stranger's behalf. */
export class ForbiddenAddress extends Error {}

const refusal = (host: string): Error => new ForbiddenAddress(`${host} is no address of the public internet.`);

export function createDispatcher({ allowedHosts, resolve = dnsLookup }: DispatcherOptions): Agent {
  const connector = (mayBePrivate: boolean) =>
    buildConnector({ lookup: guardedLookup(resolve, () => mayBePrivate, refusal), timeout: connectMs });
  const [guarded, open] = [connector(false), connector(true)];
  return new Agent({
    connect: (options, callback) => {
      const { protocol, hostname, port } = options;
      if (isAllowedHost(new URL(`${protocol}//${hostname}:${port}`), allowedHosts)) return open(options, callback);
      // A literal address is connected to without a lookup.
      const host = hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) && !isPublicAddress(host)) return callback(refusal(host), null);
      guarded(options, callback);
    },
  });
}

const causes: Record<string, string> = {
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'The host name could not be looked up.',
  ECONNREFUSED: 'The host refuses the connection.',
  ECONNRESET: 'The host broke off the connection.',
  UND_ERR_SOCKET: 'The host broke off the connection.',
  UND_ERR_CONNECT_TIMEOUT: 'The host does not answer.',
};

/** Why no answer came, for a person. */
export function explainFailure(error: NodeJS.ErrnoException, timeoutMs: number): Error {
  if (error.name === 'TimeoutError') return new Error(`No answer within ${timeoutMs / 1000} seconds.`);
  return new Error(causes[error.code ?? ''] ?? error.message);
}
