// The one rule for addresses of outgoing requests: schemes, ports, and hosts that may be in the own network.
import { isPossiblyPublicHost } from './addresses.ts';

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/**
 * Whether the list names the host: with this port, or without any. Names are lower case; an IPv6 address may stand
 * with its brackets or without.
 */
export const isAllowedHost = (url: URL, allowedHosts: string[]): boolean =>
  [url.hostname, `${url.hostname}:${portOf(url)}`, url.hostname.replace(/^\[|\]$/g, '')].some((host) =>
    allowedHosts.includes(host),
  );

/** Ports below 1024 belong to other services, save those of the web. */
const isUsualPort = (port: number): boolean => port === 80 || port === 443 || port >= 1024;

/** What is wrong with an address, as far as its form tells. What is behind a name is checked when it is connected to. */
function addressProblem(address: string, allowedHosts: string[], schemes: string[]): string | undefined {
  if (!URL.canParse(address)) return 'is no address';
  const url = new URL(address);
  if (url.username || url.password) return 'must not hold a user name or a password';
  const isWeb = /^https?:$/.test(url.protocol);
  if (isWeb && isAllowedHost(url, allowedHosts)) return undefined;
  if (!schemes.includes(`${url.protocol}//`)) return `must begin with ${schemes.join(' or ')}`;
  if (!isPossiblyPublicHost(url.hostname)) return 'must lead to a host of the public internet';
  const port = Number(portOf(url));
  return isUsualPort(port) ? undefined : `must not use port ${port}, which belongs to another service`;
}

/** Of an address that is only read: nothing secret goes there, so that http will do. */
export const findReadAddressProblem = (address: string, allowedHosts: string[]): string | undefined =>
  addressProblem(address, allowedHosts, ['https://', 'http://']);

/** Of an address that something is sent to. */
export const findCallbackAddressProblem = (address: string, allowedHosts: string[]): string | undefined =>
  addressProblem(address, allowedHosts, ['https://']);
