// Converts addresses from feeds to links. Only http and https are accepted.

export const webLink = (url: string | undefined): string | undefined =>
  url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined;

/** Returns the host of an address, such as `example.org`, as a label. */
export const hostLabel = (url: string): string => new URL(url).hostname.replace(/^www\./, '');
