// One line of a stranger's text.
import { shorten } from '../room.ts';
import { cleanLine } from './invisible.ts';

/** Returns true if every store keeps the text as it is. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** White space becomes single spaces; what is not seen goes, and what no store could keep is replaced. */
export const plainLine = (text: string, max: number): string => shorten(cleanLine(text.slice(0, 20 * max)), max);
