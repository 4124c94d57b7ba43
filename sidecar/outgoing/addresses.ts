// Which network addresses the outside world may see: everything else must never be asked on a stranger's behalf.
import ipaddr from 'ipaddr.js';

/** IANA's special registries beyond the ranges that ipaddr.js names. */
const specialIPv4 = ['100.100.100.200/32', '168.63.129.16/32', '192.88.99.0/24'].map((range) =>
  ipaddr.IPv4.parseCIDR(range),
);

/** RFC 4291 §2.4: the only part of IPv6 that is given out for the public internet. */
const globalIPv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** IANA's special registry within that part: protocols (Teredo, benchmarks, ORCHID), documentation. */
const specialIPv6 = ['2001::/23', '2001:db8::/32', '3fff::/20'].map((range) => ipaddr.IPv6.parseCIDR(range));

/**
 * Whether an IP address in text form belongs to the public internet. Addresses that carry an IPv4 address inside
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
  const translated = translatedIPv4(parts);
  if (translated) return isPublicAddress(translated);
  const tunnelled = tunnelledIPv4(parts);
  if (tunnelled && !isPublicAddress(tunnelled)) return false;
  return address.match(globalIPv6) && !specialIPv6.some((range) => address.match(range));
}

const dotted = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
const startsWith = (parts: number[], ...prefix: number[]) => prefix.every((part, index) => parts[index] === part);

/** Stands for an IPv4 address: mapped, compatible, translated (RFC 2765), or by the well-known prefix of NAT64. */
function translatedIPv4(parts: number[]): string | undefined {
  const prefixes = [
    [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0xffff],
    [0, 0, 0, 0, 0xffff, 0],
    [0x64, 0xff9b, 0, 0, 0, 0],
  ];
  return prefixes.some((prefix) => startsWith(parts, ...prefix)) ? dotted(parts[6], parts[7]) : undefined;
}

/** Leads through a tunnel to an IPv4 address: 6to4, or ISATAP (RFC 5214 §6.1, whatever its two flags say). */
function tunnelledIPv4(parts: number[]): string | undefined {
  if (parts[0] === 0x2002) return dotted(parts[1], parts[2]);
  return (parts[4]! & ~0x0300) === 0 && parts[5] === 0x5efe ? dotted(parts[6], parts[7]) : undefined;
}

/** The host of a URL: a literal address must be public, a name must not be one that means the own network. */
export function isPossiblyPublicHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return isPublicAddress(host);
  return host !== '' && !/(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/.test(host);
}
