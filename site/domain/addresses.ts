// Which network addresses the outside world may see: everything else must never be asked on a stranger's behalf.
import ipaddr from 'ipaddr.js';

/** IANA's special registries beyond the ranges that ipaddr.js names. */
const alsoSpecial = [
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.88.99.0/24',
  '64:ff9b:1::/48',
  '3fff::/20',
  '5f00::/16',
].map((range) => ipaddr.parseCIDR(range));

/**
 * Whether an IP address in text form belongs to the public internet. Addresses that carry an IPv4 address inside
 * (mapped, compatible, NAT64, 6to4) are as public as that one; Teredo and all reserved ranges are not.
 */
export function isPublicAddress(address: string): boolean {
  const text = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(text)) return false;
  const parsed = ipaddr.parse(text);
  if (alsoSpecial.some((range) => parsed.kind() === range[0].kind() && parsed.match(range))) return false;
  if (parsed.kind() === 'ipv4') return ipaddr.IPv4.isValidFourPartDecimal(text) && parsed.range() === 'unicast';
  const inner = innerIPv4((parsed as ipaddr.IPv6).parts);
  return inner ? isPublicAddress(inner) : parsed.range() === 'unicast';
}

function innerIPv4(parts: number[]): string | undefined {
  const join = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const startsWith = (...prefix: number[]) => prefix.every((part, index) => parts[index] === part);
  const [, sixToFourHigh = 0, sixToFourLow = 0, , , , high = 0, low = 0] = parts;
  if (startsWith(0, 0, 0, 0, 0, 0) || startsWith(0, 0, 0, 0, 0, 0xffff) || startsWith(0, 0, 0, 0, 0xffff, 0))
    return join(high, low);
  if (startsWith(0x64, 0xff9b, 0, 0, 0, 0)) return join(high, low);
  return startsWith(0x2002) ? join(sixToFourHigh, sixToFourLow) : undefined;
}

/** The host of a URL: a literal address must be public, a name must not be one that means the own network. */
export function hostMayBePublic(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return isPublicAddress(host);
  return host !== '' && !/(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/.test(host);
}
