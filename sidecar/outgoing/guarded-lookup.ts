// Resolves a name once, requires that every address is public, and connects to one of these addresses.
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { OutgoingError } from './outgoing-error.ts';

export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates the `lookup` of a connector. There is no second lookup between the check and the connection that could be
 * rebound.
 */
export const createGuardedLookup =
  (resolve: Resolve, mayBePrivate: (hostname: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const isGood = mayBePrivate(hostname) || addresses.every(({ address }) => isPublicAddress(address));
      if (!isGood || addresses.length === 0) return callback(new OutgoingError('host_private', { host: hostname }), []);
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]!.address, addresses[0]!.family);
    });
