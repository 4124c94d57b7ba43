// Text from strangers, made safe to stand beside one's own words: what would act on the page is shown as a sign.
import { shorten } from '../room.ts';
import { showControls } from './invisible.ts';

/** At most `max` characters. */
export const strangerText = (text: string, max: number): string => shorten(showControls(text), max);

/** The address as a browser would go to it, so that no look-alike of another host is shown; undefined unless it is of the web. */
export function strangerLink(address: string): { href: string; host: string } | undefined {
  if (!URL.canParse(address)) return undefined;
  const { href, host, protocol } = new URL(address);
  return /^https?:$/.test(protocol) ? { href, host } : undefined;
}
