// Translates error messages of outgoing requests and of ingest.
import { translateByTemplate, type MessageTemplate } from './problems.ts';
import type { ConsoleTranslate } from './messages.ts';

const templates: MessageTemplate[] = [
  [/^The address must lead to a host of the public internet/, 'The address must be on the public internet.'],
  [/^(?<host>\S+) is not a public internet address\.?$/, '{host} is not a public internet address.'],
  [/^The host name does not exist\.?$/, 'The host name does not exist.'],
  [/^The host name could not be looked up\.?$/, 'The host name could not be looked up.'],
  [/^The host refuses the connection\.?$/, 'The host refuses the connection.'],
  [/^The host closed the connection\.?$/, 'The host closed the connection.'],
  [/^The host does not answer\.?$/, 'The host does not answer.'],
  [/^The host does not support TLS\.?$/, 'The host does not support TLS.'],
  [/^The host cannot be reached\.?$/, 'The host cannot be reached.'],
  [/^The source answers with status (?<status>\d+)\.$/, 'The source returned status {status}.'],
  [
    /^The source answers with status (?<status>\d+), even after waiting\.$/,
    'The source returned status {status}, even after a retry.',
  ],
  [
    /^The source answers with status (?<status>\d+) and requests a pause of (?<count>\d+) seconds(?:, even after waiting)?\.$/,
    'The source returned status {status} and asks to wait {count} seconds.',
  ],
  [
    /^The source answers with status (?<status>\d+) and requests a pause of (?<count>\d+) minutes(?:, even after waiting)?\.$/,
    'The source returned status {status} and asks to wait {count} minutes.',
  ],
  [/^The answer is larger than (?<limit>\d+ [KM]iB)\.$/, 'The answer is larger than {limit}.'],
  [/^No answer within (?<count>[\d.]+) seconds\.$/, 'The server did not answer within {count} seconds.'],
  [/^No complete answer within (?<count>[\d.]+) seconds\.$/, 'The response was not complete after {count} seconds.'],
  [/^The feed unpacks to more than (?<limit>\d+ MiB)\.$/, 'The uncompressed feed is larger than {limit}.'],
  [/^(?<file>.+) is larger than (?<limit>\d+ MiB)\.$/, '{file} is larger than {limit}.'],
  [
    /^Reading the feed took more than (?<count>\d+) s of CPU time\.$/,
    'Reading the feed took more than {count} s of processing time.',
  ],
  [/^The certificate of the host is not valid \((?<code>.+)\)\.$/, 'The server’s certificate is not valid ({code}).'],
  [/^The request failed \((?<code>.+)\)\.$/, 'The request failed ({code}).'],
];

/** Returns messages without a translation unchanged. */
export const translateAddressProblem = (t: ConsoleTranslate, message: string): string =>
  translateByTemplate(t, templates, message);
