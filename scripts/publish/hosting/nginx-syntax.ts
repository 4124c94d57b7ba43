// Formats nginx rules: quoted values, patterns, maps and locations.
import type { Headers } from '#domain/release/headers.ts';

/**
 * Returns a quoted value. nginx unescapes quotes and backslashes in it; a $ would start a variable, so it is refused.
 */
export function quoteForNginx(value: string): string {
  if (/[$\r\n]/.test(value)) throw new Error(`nginx cannot hold ${JSON.stringify(value)}`);
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** Returns a regular expression as the source of a map. It may end in $, because sources contain no variables. */
export const mapPattern = (source: string): string => `"~${source.replace(/"/g, '\\"')}"`;
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const renderMap = (source: string, variable: string, lines: string[]): string =>
  [`map ${source} $greenroom_${variable} {`, ...lines.map((line) => `    ${line};`), '}'].join('\n');

/** Log folder of the nginx packages. */
export const logFolder = '/var/log/nginx';

export const renderLocation = (name: string, lines: string[]): string =>
  [`location ${name} {`, ...lines.map((line) => `    ${line};`), '}'].join('\n');

export const addHeaders = (headers: Headers): string[] =>
  Object.entries(headers).map(([name, value]) => `add_header ${name} ${value} always`);

export const quotedHeaders = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, quoteForNginx(value)]));
