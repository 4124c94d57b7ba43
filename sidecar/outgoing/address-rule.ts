// Rules for addresses of outgoing requests: schemes, ports, and hosts that may be in the private network.
import { isPossiblyPublicHost } from './addresses.ts';

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

/** Checks the form of an address. The address of a host name is checked when it is connected to. */
function findAddressProblem(address: string, allowedHosts: string[], schemes: string[]): string | undefined {
  if (!URL.canParse(address)) return 'is not an address';
  const url = new URL(address);
  if (url.username || url.password) return 'must not hold a user name or a password';
  const isWeb = /^https?:$/.test(url.protocol);
  if (isWeb && isAllowedHost(url, allowedHosts)) return undefined;
  if (!schemes.includes(`${url.protocol}//`)) return `must begin with ${schemes.join(' or ')}`;
  if (!isPossiblyPublicHost(url.hostname)) return 'must lead to a host of the public internet';
  const port = Number(readPort(url));
  return isUsualPort(port) ? undefined : `must not use port ${port}, which belongs to another service`;
}

/** Checks an address that is only read. No secret is sent there, so http is allowed. */
export const findReadAddressProblem = (address: string, allowedHosts: string[]): string | undefined =>
  findAddressProblem(address, allowedHosts, ['https://', 'http://']);

/** Checks an address that data is sent to. */
export const findCallbackAddressProblem = (address: string, allowedHosts: string[]): string | undefined =>
  findAddressProblem(address, allowedHosts, ['https://']);
