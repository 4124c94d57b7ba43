// A line of a stranger's text, as the directory keeps it.
import { shorten } from '#domain/room.ts';
import { cleanLine } from '#domain/text/unseen.ts';

/** Whether every store keeps it as it is. */
export const isKeepable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** White space becomes single spaces; what is not seen goes, and what no store could keep is replaced. */
export const plainLine = (text: string, max: number): string => shorten(cleanLine(text.slice(0, 20 * max)), max);
