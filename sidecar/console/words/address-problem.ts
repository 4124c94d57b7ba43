// Why an address could not be read, as outgoing requests say it, in the reader's words.
import { sayByTemplate, type Template } from './problem.ts';
import type { Say } from './words.ts';

const templates: Template[] = [
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

/** A message without a translation stays as it is. */
export const sayAddressProblem = (say: Say, message: string): string => sayByTemplate(say, templates, message);
