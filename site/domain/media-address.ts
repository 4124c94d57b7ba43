// Which addresses a stranger may have fetched.
import { hostMayBePublic } from './addresses.ts';
import { isAllowedHost } from './callback-address.ts';

/** What is wrong with the address, as far as its form tells; the addresses behind a name are checked when it is asked. */
export function mediaAddressProblem(address: string, allowedHosts: string[]): string | undefined {
  if (!URL.canParse(address)) return 'is no address';
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) return 'must begin with https:// or http://';
  if (url.username || url.password) return 'must not hold a user name or a password';
  if (isAllowedHost(url, allowedHosts)) return undefined;
  if (!hostMayBePublic(url.hostname)) return 'must lead to a host of the public internet';
  const port = Number(url.port || 443);
  return port !== 80 && port !== 443 && port < 1024
    ? `must not use port ${port}, which belongs to another service`
    : undefined;
}
