// Addresses from feeds as links: only the web's own schemes become a link, whatever a feed says.

export const webLink = (url: string | undefined): string | undefined =>
  url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined;

/** `example.org` of an address, as a label. */
export const hostLabel = (url: string): string => new URL(url).hostname.replace(/^www\./, '');
