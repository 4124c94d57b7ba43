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
    [!portrait, 'You have no portrait.', 'pictures'],
    [!isForPrint, 'None of your pictures is large enough for print ({pixels} pixels).', 'pictures'],
    [!bios?.short || !bios.medium || !bios.long, 'Your bio is not available in all three lengths.', 'bios'],
    [!pressContact, 'You have no press contact.', 'press'],
    [!pronunciation, 'The pronunciation of your name is missing.', 'profile'],
    [creator.themes.length === 0, 'You have no themes.', 'themes'],
    [!speaking?.topics.length, 'You offer no talks.', 'speaking'],
    [!creator.timeZone, 'Your time zone is not set, so appointments are shown in UTC.', 'profile'],
    [access.enabled && !isPaywalled(access), 'Prices are on, but nothing has a price.', 'access'],
  ];
  return isMissing.flatMap(([is, text, name]) =>
    is ? [{ text, values: { pixels: printPixels }, path: `/room/${name}` }] : [],
  );
}
