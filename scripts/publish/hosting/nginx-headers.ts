// Splits headers into those that nginx takes from a map by the class of an address, and those with the same value
// everywhere.
import type { Headers } from '#domain/release/headers.ts';
import { renderMap, quoteForNginx } from './nginx-syntax.ts';

const headerNames = (classes: Headers[]): string[] => [...new Set(classes.flatMap(Object.keys))].sort();

/** Returns the value of a header if it is the same in all classes. */
function sharedValue(classes: Headers[], name: string): string | undefined {
  const values = new Set(classes.map((headers) => headers[name]));
  return values.size === 1 ? [...values][0] : undefined;
}

/** Renders a value for nginx, with variables for the parts that differ between files. */
const renderHeaderValue = (template: string): string =>
  quoteForNginx(template)
    .replaceAll('{path}', '$greenroom_path')
    .replaceAll('{page}', '$greenroom_page')
    .replaceAll('{tokens}', '$greenroom_tokens');

const headerVariable = (name: string): string => name.toLowerCase().replaceAll('-', '_');

/** Renders a map by class for each header that differs. A 304 has no type and no encoding. */
export const headerMaps = (classes: Headers[]): string[] => [
  ...headerNames(classes)
    .filter((name) => sharedValue(classes, name) === undefined || name === 'Content-Type')
    .map((name) => {
      const lines = classes.flatMap((headers, i) =>
        headers[name] ? [`${i} ${renderHeaderValue(headers[name])}`] : [],
      );
      return renderMap('$greenroom_class', headerVariable(name), ['default ""', ...lines]);
    }),
  renderMap('$status', 'type_sent', ['default $greenroom_content_type', '304 ""']),
  renderMap('$status', 'coding_sent', ['default $greenroom_coding', '304 ""']),
];

/** Returns the headers of a file, each with its value or variable. */
export const headerValues = (classes: Headers[]): Headers =>
  Object.fromEntries(
    headerNames(classes).map((name) => {
      const value = sharedValue(classes, name);
      return [name, value === undefined ? `$greenroom_${headerVariable(name)}` : renderHeaderValue(value)];
    }),
  );
