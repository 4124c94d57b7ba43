// Hosts as a directory blocks them: with all ports and subdomains.

/** Maximum length of a host name (RFC 1035 §2.3.4). */
export const maxHostLength = 253;

/**
 * Parses the host of an address or pattern, and returns it as the URL class writes it, or undefined if there is none.
 */
export function parseHost(text: string): string | undefined {
  const bare = text.trim().replace(/^\*?\./, '');
  const address = /^https?:\/\//i.test(bare) ? bare : `http://${bare}`;
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : '';
  return host.length <= maxHostLength ? host || undefined : undefined;
}

/** Returns the host and its parent domains: a.b.example, b.example, example. IP addresses have no parents. */
export function hostsAbove(host: string): string[] {
  const name = host.replace(/\.$/, '');
  if (/^[\d.]+$|^\[/.test(name)) return [name];
  const labels = name.split('.');
  return labels.map((_, n) => labels.slice(n).join('.'));
}
