// Hosts as a directory blocks them: each with its ports and its subdomains.

/** RFC 1035 §2.3.4, in text. */
export const maxHostLength = 253;

/** The host of an address, or of what stands in its place, as the URL class writes it; undefined where there is none. */
export function parseHost(text: string): string | undefined {
  const bare = text.trim().replace(/^\*?\./, '');
  const address = /^https?:\/\//i.test(bare) ? bare : `http://${bare}`;
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : '';
  return host.length <= maxHostLength ? host || undefined : undefined;
}

/** The host and those above it: a.b.example, b.example, example. Nothing is above an address of numbers. */
export function hostsAbove(host: string): string[] {
  const name = host.replace(/\.$/, '');
  if (/^[\d.]+$|^\[/.test(name)) return [name];
  const labels = name.split('.');
  return labels.map((_, n) => labels.slice(n).join('.'));
}
