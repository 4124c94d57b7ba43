// Validates the addresses from which a new room is set up.
import { isAllowedHost, findReadAddressProblem } from '../../outgoing/address-rule.ts';
import { translateSourceProblem } from '../messages/source-problems.ts';
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';

const maxAddresses = 10;

/** Splits the input into addresses. `example.org` becomes https://example.org/. */
export const splitAddresses = (typed: string): string[] =>
  typed
    .split(/\s+/)
    .filter(Boolean)
    .map((text) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`));

const privateHost: ConsoleMessage =
  '{host} is in a private network. If it is yours, set ALLOWED_HOSTS={host} in greenroom.env (separate several with commas), restart the room and read the website again.';

export const describePermission = (t: ConsoleTranslate, host: string): string => t(privateHost, { host });

export function findAddressProblem(
  addresses: string[],
  allowedHosts: string[],
  t: ConsoleTranslate,
): string | undefined {
  if (addresses.length === 0) return t('Enter the address of your website, such as example.org.');
  if (addresses.length > maxAddresses) return t('Enter at most {count} addresses.', { count: maxAddresses });
  for (const address of addresses) {
    const problem = findReadAddressProblem(address, allowedHosts);
    if (!problem) continue;
    if (problem.code === 'address_private') return describePermission(t, new URL(address).hostname);
    return `${address}: ${translateSourceProblem(t, problem)}`;
  }
  return undefined;
}

/** Returns the hosts of the addresses that ALLOWED_HOSTS permits. Hosts of linked pages are not included. */
export const permittedHosts = (addresses: string[], allowedHosts: string[]): string[] =>
  allowedHosts.filter((host) => addresses.some((one) => isAllowedHost(new URL(one), [host])));
