// Which headers nginx takes from a map by the class of an address, and which are the same for all.
import type { Headers } from '#domain/release/headers.ts';
import { renderMap, quoteForNginx } from './nginx-syntax.ts';

const headerNames = (classes: Headers[]): string[] => [...new Set(classes.flatMap(Object.keys))].sort();

/** The value that a header has in every class, if there is one. */
function sharedValue(classes: Headers[], name: string): string | undefined {
  const values = new Set(classes.map((headers) => headers[name]));
  return values.size === 1 ? [...values][0] : undefined;
}

/** A value as nginx writes it, with what each file has of its own. */
const renderHeaderValue = (template: string): string =>
  quoteForNginx(template)
    .replaceAll('{path}', '$greenroom_path')
    .replaceAll('{page}', '$greenroom_page')
    .replaceAll('{tokens}', '$greenroom_tokens');

const headerVariable = (name: string): string => name.toLowerCase().replaceAll('-', '_');

/** A map for each header that differs, by class. A 304 says nothing of type and coding. */
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

/** The headers of a file with the value, or the variable, of each. */
export const headerValues = (classes: Headers[]): Headers =>
  Object.fromEntries(
    headerNames(classes).map((name) => {
      const value = sharedValue(classes, name);
      return [name, value === undefined ? `$greenroom_${headerVariable(name)}` : renderHeaderValue(value)];
    }),
  );
