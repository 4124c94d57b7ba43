// What a message asks for, told by its data first and by plain words after that; no model is asked.
import type { Incoming } from './message.ts';

export type Skill = 'content' | 'show-prep' | 'booking';

// Repetitions are bounded: a text of 64 KiB must not be gone through once for each of its words.
const wantsBooking =
  /\b(book|hire|invite)\s+(you|him|her|them|[\p{Lu}][\p{L}]+)|\b(make|send|place)\s+a\s+booking|\bbooking\s+request|\b(like|want|wish|how)\b[^.?!]{0,100}\bto\s+book\b|\bguest\s+(on|for|in)\s+(our|my|the)\b/u;
const wantsPreparation =
  /\bprepar\w*\b[^.?!]{0,100}\b(show|interview|episode|conversation)\b|\bshow[ -]prep|\bbriefing\b/;

/** The first web address, without the full stop of its sentence. */
export const addressIn = (text: string): string | undefined =>
  /https?:\/\/[^\s<>"'()[\]{}]{1,2048}/i.exec(text)?.[0].replace(/[.,;:!?]+$/, '');

/** Capitals tell a name, so that only the rest is compared in lower case. */
const plain = (text: string): string =>
  text.replace(/\b(Book|Hire|Invite|Booking|Make|Send|Prepare|How)\b/g, (word) => word.toLowerCase());

export function skillOf({ data, goesOn, text }: Incoming): Skill {
  if ('showName' in data) return 'booking';
  if ('showUrl' in data) return 'show-prep';
  if (goesOn) return goesOn;
  const words = plain(text);
  if (wantsBooking.test(words)) return 'booking';
  return addressIn(text) || wantsPreparation.test(words.toLowerCase()) ? 'show-prep' : 'content';
}
