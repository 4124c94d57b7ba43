// Cleaning of a line of external text.
import { shorten } from '../room.ts';
import { cleanLine } from './invisible.ts';

/** Returns true if every database can store the text unchanged. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Cleans a line: single spaces, no invisible characters, no characters that a database cannot store. */
export const plainLine = (text: string, max: number): string => shorten(cleanLine(text.slice(0, 20 * max)), max);
