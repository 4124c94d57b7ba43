// Who asks, by address: a home or a server has a whole /64 of IPv6, and with it more addresses than could be counted.
import ipaddr from 'ipaddr.js';

export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64`;
}
