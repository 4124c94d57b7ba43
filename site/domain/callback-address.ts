// Which addresses a stranger may have events sent to, or have read.
import { hostMayBePublic } from './addresses.ts';

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/** Whether the setting ALLOWED_HOSTS names the host: with this port, or without any. Names are lower case. */
export const isAllowedHost = (url: URL, allowedHosts: string[]): boolean =>
  allowedHosts.includes(url.hostname) || allowedHosts.includes(`${url.hostname}:${portOf(url)}`);

function addressProblem(address: string, allowedHosts: string[], schemes: RegExp, wanted: string): string | undefined {
  if (!URL.canParse(address)) return 'is no address';
  const url = new URL(address);
  if (url.username || url.password) return 'must not hold a user name or a password';
  if (isAllowedHost(url, allowedHosts) && /^https?:$/.test(url.protocol)) return undefined;
  if (!schemes.test(url.protocol)) return `must begin with ${wanted}`;
  if (!hostMayBePublic(url.hostname)) return 'must lead to a host of the public internet';
  const port = Number(portOf(url));
  const isUsual = port === 443 || (port === 80 && url.protocol === 'http:');
  return !isUsual && port < 1024 ? `must not use port ${port}, which belongs to another service` : undefined;
}

/** What is wrong with the address, as far as its form tells; the addresses behind a name are checked when it is called. */
export const callbackProblem = (address: string, allowedHosts: string[]): string | undefined =>
  addressProblem(address, allowedHosts, /^https:$/, 'https://');

/** The same for an address that is only read: nothing secret goes there, so that http will do. */
export const readProblem = (address: string, allowedHosts: string[]): string | undefined =>
  addressProblem(address, allowedHosts, /^https?:$/, 'https:// or http://');
