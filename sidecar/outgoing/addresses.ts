// Network addresses of the public internet. Requests on behalf of strangers must never reach any other address.
import ipaddr from 'ipaddr.js';

/** IANA's special registries beyond the ranges that ipaddr.js names. */
const specialIPv4 = ['100.100.100.200/32', '168.63.129.16/32', '192.88.99.0/24'].map((range) =>
  ipaddr.IPv4.parseCIDR(range),
);

/** The only IPv6 range that is assigned for the public internet (RFC 4291 §2.4). */
const globalIPv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** IANA's special ranges within that one: protocols (Teredo, benchmarks, ORCHID), documentation. */
const specialIPv6 = ['2001::/23', '2001:db8::/32', '3fff::/20'].map((range) => ipaddr.IPv6.parseCIDR(range));

/**
 * Returns true if an IP address in text form belongs to the public internet. Addresses that contain an IPv4 address
 * (mapped, compatible, NAT64, 6to4, ISATAP) are at most as public as that one.
 */
export function isPublicAddress(address: string): boolean {
  const text = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(text)) return false;
  const parsed = ipaddr.parse(text);
  if (parsed.kind() === 'ipv6') return isPublicIPv6(parsed as ipaddr.IPv6);
  const isSpecial = specialIPv4.some((range) => (parsed as ipaddr.IPv4).match(range));
  return !isSpecial && ipaddr.IPv4.isValidFourPartDecimal(text) && parsed.range() === 'unicast';
}

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  const { parts } = address;
  const translatedAddress = readTranslatedIPv4(parts);
  if (translatedAddress) return isPublicAddress(translatedAddress);
  const tunnelledAddress = readTunnelledIPv4(parts);
  if (tunnelledAddress && !isPublicAddress(tunnelledAddress)) return false;
  return address.match(globalIPv6) && !specialIPv6.some((range) => address.match(range));
}

const formatIPv4 = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
const startsWith = (parts: number[], ...prefix: number[]) => prefix.every((part, index) => parts[index] === part);

/**
 * Returns the IPv4 address that an IPv6 address represents: mapped, compatible, translated (RFC 2765), or with the
 * well-known prefix of NAT64.
 */
function readTranslatedIPv4(parts: number[]): string | undefined {
  const prefixes = [
    [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0xffff],
    [0, 0, 0, 0, 0xffff, 0],
    [0x64, 0xff9b, 0, 0, 0, 0],
  ];
  return prefixes.some((prefix) => startsWith(parts, ...prefix)) ? formatIPv4(parts[6], parts[7]) : undefined;
}

/** Returns the IPv4 address that a tunnel leads to: 6to4, or ISATAP (RFC 5214 §6.1, whatever its two flags are). */
function readTunnelledIPv4(parts: number[]): string | undefined {
  if (parts[0] === 0x2002) return formatIPv4(parts[1], parts[2]);
  return (parts[4]! & ~0x0300) === 0 && parts[5] === 0x5efe ? formatIPv4(parts[6], parts[7]) : undefined;
}

/** Checks the host of a URL: a literal address must be public, and a name must not be one of the private network. */
export function isPossiblyPublicHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return isPublicAddress(host);
  return host !== '' && !/(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/.test(host);
}
