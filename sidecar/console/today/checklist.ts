// Checklist of what the press would miss in the room, with links to the forms.
import type { Release } from '../../release/release.ts';
import { isPaywalled } from '#domain/access/access.ts';
import type { ConsoleMessage, MessageValues } from '../messages/messages.ts';

export interface ChecklistEntry {
  text: ConsoleMessage;
  values?: MessageValues;
  /** Path below /console. */
  path: string;
}

/** Length of the longer side in pixels: 17 cm at 300 dpi. */
export const printPixels = 2000;

/** Returns the missing entries, most important first. */
export function findMissing({ facts: { creator, access, media } }: Pick<Release, 'facts'>): ChecklistEntry[] {
  const { portrait, headshots = [], bios, pressContact, speaking, pronunciation } = creator;
  const files = new Set([...(portrait ? [portrait] : []), ...headshots].map(({ file }) => file));
  const isForPrint = media.some(({ file, width, height }) => files.has(file) && Math.max(width, height) >= printPixels);
  const isMissing: [boolean, ConsoleMessage, string][] = [
    [!portrait, 'There is no portrait.', 'pictures'],
    [!isForPrint, 'No picture of you is large enough for print ({pixels} pixels).', 'pictures'],
    [!bios?.short || !bios.medium || !bios.long, 'Bios in three lengths are not all there.', 'bios'],
    [!pressContact, 'Nobody is named whom the press may ask.', 'press'],
    [!pronunciation, 'How your name is said is not there.', 'profile'],
    [creator.themes.length === 0, 'There are no themes to find your work by.', 'themes'],
    [!speaking?.topics.length, 'No talk is on offer.', 'speaking'],
    [!creator.timeZone, 'Your time zone is not set, so that appointments are in UTC.', 'profile'],
    [access.enabled && !isPaywalled(access), 'Prices are in force, but nothing has one.', 'access'],
  ];
  return isMissing.flatMap(([is, text, name]) =>
    is ? [{ text, values: { pixels: printPixels }, path: `/room/${name}` }] : [],
  );
}
