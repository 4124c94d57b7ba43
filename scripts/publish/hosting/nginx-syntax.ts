// The grammar of nginx rules: quoted values, patterns, maps and locations.
import type { Headers } from '#domain/release/headers.ts';

/** In double quotes nginx takes a backslash before a quote or a backslash as an escape; a $ would start a variable. */
export function quoteForNginx(value: string): string {
  if (/[$\r\n]/.test(value)) throw new Error(`nginx cannot hold ${JSON.stringify(value)}`);
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** A regular expression as the source of a map; it may end in $ since sources hold no variables. */
export const mapPattern = (source: string): string => `"~${source.replace(/"/g, '\\"')}"`;
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const renderMap = (source: string, variable: string, lines: string[]): string =>
  [`map ${source} $greenroom_${variable} {`, ...lines.map((line) => `    ${line};`), '}'].join('\n');

/** Folder of the logs of a packaged nginx. */
export const logFolder = '/var/log/nginx';

export const renderLocation = (name: string, lines: string[]): string =>
  [`location ${name} {`, ...lines.map((line) => `    ${line};`), '}'].join('\n');

export const addHeaders = (headers: Headers): string[] =>
  Object.entries(headers).map(([name, value]) => `add_header ${name} ${value} always`);

export const quotedHeaders = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, quoteForNginx(value)]));
