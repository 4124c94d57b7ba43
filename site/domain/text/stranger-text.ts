<<<<<<< ours
// Text from strangers, made safe to stand beside one's own words: nothing unseen in it, nothing that turns lines around.
import { shorten } from '../room.ts';

/** Controls, and the marks that let text run against its own direction (Unicode UAX #9 §2.1, §2.2 and §2.4). */
const unseen = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;
||||||| base
// Text from strangers, made safe to stand beside one's own words: nothing unseen in it, nothing that turns lines around.
import { shorten } from '../room.ts';

/** Controls, and the marks that let text run against its own direction (Unicode UAX #9 §2.1, §2.2 and §2.4). */
const unseen = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;
=======
// Text from strangers, made safe to stand beside one's own words: what would act on the page is shown as a sign.
import { shorten } from '../room.ts';
import { withSigns } from './unseen.ts';
>>>>>>> theirs

/** At most `max` characters. */
export const strangerText = (text: string, max: number): string => shorten(withSigns(text), max);

/** The address as a browser would go to it, so that no look-alike of another host is shown; undefined unless it is of the web. */
export function strangerLink(address: string): { href: string; host: string } | undefined {
  if (!URL.canParse(address)) return undefined;
  const { href, host, protocol } = new URL(address);
  return /^https?:$/.test(protocol) ? { href, host } : undefined;
}
