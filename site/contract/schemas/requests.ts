// Schemas of request fields with length limits.
import { text } from './shape.ts';

/** Pattern that excludes U+0000, which databases cannot store. */
const noNull = '[^\\u0000]*';

/** Text with at least one visible character. */
export const nonEmptyText = (description: string, maxLength: number) =>
  text(description, { minLength: 1, maxLength, pattern: `^\\s*[^\\s\\u0000]${noNull}$` });

export const limitedText = (description: string, maxLength: number) =>
  text(description, { maxLength, pattern: `^${noNull}$` });

/** RFC 3986 absolute address of the web. */
export const WebAddress = (description: string) =>
  text(description, { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: 2048 });
