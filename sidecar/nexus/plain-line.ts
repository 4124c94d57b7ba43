// A line of a stranger's text, as the directory keeps it.
import { strangerText } from '#domain/text/stranger-text.ts';

/** Whether every store keeps it as it is. */
export const isKeepable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** White space becomes single spaces; what no store could keep is replaced. */
export const plainLine = (text: string, max: number): string =>
  strangerText(
    text
      .slice(0, 20 * max)
      .toWellFormed()
      .replace(/\s+/gu, ' ')
      .trim(),
    max,
  );
