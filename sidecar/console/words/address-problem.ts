// Why an address could not be read, as outgoing requests say it, in the reader's words.
import type { Say, Text } from './words.ts';

const templates: [RegExp, Text][] = [
  [
    /^The address must lead to a host of the public internet/,
    'The address must lead to a host of the public internet.',
  ],
  [/^(?<host>\S+) is no address of the public internet\.?$/, '{host} is no address of the public internet.'],
  [/^The host name does not exist\.?$/, 'The host name does not exist.'],
  [/^The host name could not be looked up\.?$/, 'The host name could not be looked up.'],
  [/^The host refuses the connection\.?$/, 'The host refuses the connection.'],
  [/^The host broke off the connection\.?$/, 'The host broke off the connection.'],
  [/^The host does not answer\.?$/, 'The host does not answer.'],
  [/^The host does not speak TLS\.?$/, 'The host does not speak TLS.'],
  [/^No way leads to the host\.?$/, 'No way leads to the host.'],
];

/** A message that nobody wrote words for stays as it is. */
export function sayAddressProblem(say: Say, message: string): string {
  for (const [pattern, text] of templates) {
    const found = pattern.exec(message);
    if (found) return say(text, found.groups);
  }
  return say.any(message);
}
