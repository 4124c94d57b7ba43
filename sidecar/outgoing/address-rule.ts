// Rules for addresses of outgoing requests: schemes, ports, and hosts that may be in the private network.
import type { FetchProblemCode, SourceProblem } from '#contract/source-problems.ts';
import { isPossiblyPublicHost } from './addresses.ts';

export interface AddressProblem {
  code: Extract<FetchProblemCode, `address_${string}`>;
  details: SourceProblem['details'];
  /** Predicate about a field that holds the address, such as “is not an address”. */
  predicate: string;
}

export type AddressRule = (address: string, allowedHosts: string[]) => AddressProblem | undefined;

const readPort = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/**
 * Returns true if the list names the host, with this port or without any. Names are lower case; an IPv6 address may
 * have brackets.
 */
export const isAllowedHost = (url: URL, allowedHosts: string[]): boolean =>
  [url.hostname, `${url.hostname}:${readPort(url)}`, url.hostname.replace(/^\[|\]$/g, '')].some((host) =>
    allowedHosts.includes(host),
  );

/** Ports below 1024 belong to other services, except those of the web. */
const isUsualPort = (port: number): boolean => port === 80 || port === 443 || port >= 1024;

export const schemeProblem = (schemes: string): AddressProblem => ({
  code: 'address_scheme',
  details: { schemes },
  predicate: `must begin with ${schemes}`,
});

/** Checks the form of an address. The address of a host name is checked when it is connected to. */
function findAddressProblem(address: string, allowedHosts: string[], schemes: string[]): AddressProblem | undefined {
  if (!URL.canParse(address)) return { code: 'address_invalid', details: {}, predicate: 'is not an address' };
  const url = new URL(address);
  if (url.username || url.password)
    return { code: 'address_has_login', details: {}, predicate: 'must not contain a user name or a password' };
  const isWeb = /^https?:$/.test(url.protocol);
  if (isWeb && isAllowedHost(url, allowedHosts)) return undefined;
  if (!schemes.includes(`${url.protocol}//`)) return schemeProblem(schemes.join(' or '));
  if (!isPossiblyPublicHost(url.hostname))
    return { code: 'address_private', details: {}, predicate: 'must be on the public internet' };
  const port = Number(readPort(url));
  if (isUsualPort(port)) return undefined;
  const predicate = `must not use port ${port}, which belongs to another service`;
  return { code: 'address_port', details: { port: String(port) }, predicate };
}

/** Checks an address that is only read. No secret is sent there, so http is allowed. */
export const findReadAddressProblem: AddressRule = (address, allowedHosts) =>
  findAddressProblem(address, allowedHosts, ['https://', 'http://']);

/** Checks an address that data is sent to. */
export const findCallbackAddressProblem: AddressRule = (address, allowedHosts) =>
  findAddressProblem(address, allowedHosts, ['https://']);
