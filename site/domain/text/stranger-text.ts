// Makes external text safe to show: control characters become visible.
import { shorten } from '../room.ts';
import { showControls } from './invisible.ts';

/** Returns the text with visible control characters, cut to `max` characters. */
export const strangerText = (text: string, max: number): string => shorten(showControls(text), max);

/** Returns a web address with its host in ASCII, which reveals look-alikes; undefined for other schemes. */
export function strangerLink(address: string): { href: string; host: string } | undefined {
  if (!URL.canParse(address)) return undefined;
  const { href, host, protocol } = new URL(address);
  return /^https?:$/.test(protocol) ? { href, host } : undefined;
}
