// Groups addresses by network: a home or server has a whole /64 of IPv6, too many addresses to count separately.
import ipaddr from 'ipaddr.js';

export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64`;
}
