// Readers that convert the text of a setting into its value. Each throws a BadValue that says what to enter instead.
import proxyaddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { type RateClass, ratesPerMinute } from './limits.ts';

export class BadValue extends Error {
  /** The invalid element of a list; undefined if the whole value is invalid. */
  readonly part: string | undefined;
  constructor(give: string, part?: string) {
    super(`give ${give}`);
    this.part = part;
  }
}

export type SettingReader<T> = (text: string) => T;

export const anyText: SettingReader<string> = (given) => given;

export const unlessEmpty =
  <T>(read: SettingReader<T>): SettingReader<T | undefined> =>
  (given) =>
    given === '' ? undefined : read(given);

/** Accepts a text that passes a test. */
export const textThat =
  (fits: (given: string) => boolean, give: string): SettingReader<string> =>
  (given) => {
    if (!fits(given)) throw new BadValue(give);
    return given;
  };

export const wholeNumber =
  (min: number, max: number): SettingReader<number> =>
  (given) => {
    const read = Number(given);
    if (!Number.isInteger(read) || read < min || read > max) throw new BadValue(`a number from ${min} to ${max}`);
    return read;
  };

export const positiveNumber =
  (of: string): SettingReader<number> =>
  (given) => {
    const read = Number(given);
    if (!(read >= 0 && read < Infinity)) throw new BadValue(`a number of ${of}`);
    return read;
  };

export const choice =
  <const T extends string>(...choices: T[]): SettingReader<T> =>
  (given) => {
    const match = choices.find((choice) => choice === given);
    if (match === undefined)
      throw new BadValue(choices.length === 2 ? choices.join(' or ') : `one of ${choices.join(', ')}`);
    return match;
  };

export const splitCommaList = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Reads a comma-separated list in lower case, which is how the URL class writes hosts. */
export const commaList =
  (fits: (part: string) => boolean, give: string): SettingReader<string[]> =>
  (given) => {
    const parts = splitCommaList(given.toLowerCase());
    const wrong = parts.find((part) => !fits(part));
    if (wrong !== undefined) throw new BadValue(give, wrong);
    return parts;
  };

const isWeb = (given: string) => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);

/** Returns true for an origin without path, user and password. */
export const isOrigin = (given: string): boolean => isWeb(given) && new URL(given).origin === given;

/** Returns true if user, password and host can be percent-decoded. */
export function hasDecodableParts(given: string): boolean {
  try {
    const { username, password, host } = new URL(given);
    return [username, password, host].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}

export const isHost = (given: string): boolean => /^([a-z\d.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/.test(given);

/** Follows the PostgreSQL client, which accepts an address without a host and a literal %. */
export const isPostgresUrl = (given: string): boolean =>
  /^postgres(ql)?:\/\//.test(given) &&
  hasDecodableParts(given.replace('@/', '@here/').replace(/%(?![\da-f]{2})/gi, '%25'));

function isTrustableRange(range: string): boolean {
  try {
    return Boolean(proxyaddr.compile([range]));
  } catch {
    return false;
  }
}

/** Returns true for an address, an address range or a named range that the proxy check accepts. */
export const isProxyRange = (given: string): boolean => {
  const [address = ''] = given.split('/');
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return (isAddress || ['loopback', 'linklocal', 'uniquelocal'].includes(given)) && isTrustableRange(given);
};

const withoutSlashes = (given: string) => given.replace(/\/+$/, '');

/** Reads an origin without a trailing slash. */
export const origin =
  (example: string): SettingReader<string> =>
  (given) =>
    textThat(isOrigin, `an origin such as ${example}, without a path`)(given.replace(/\/$/, ''));

/** Reads an address and removes trailing slashes. */
export const webAddress =
  (example: string): SettingReader<string> =>
  (given) =>
    withoutSlashes(textThat(isWeb, `an address such as ${example}`)(given));

/** Reads `name=number, …`; all other rates keep their defaults. */
export function readRates(list: string): Record<RateClass, number> {
  const rates: Record<string, number> = { ...ratesPerMinute };
  for (const part of splitCommaList(list)) {
    const [name = '', rate = ''] = part.split('=').map((piece) => piece.trim());
    if (!Object.hasOwn(ratesPerMinute, name) || !/^[1-9]\d{0,6}$/.test(rate))
      throw new BadValue(`name=number, with one of ${Object.keys(ratesPerMinute).join(', ')}`, part);
    rates[name] = Number(rate);
  }
  return rates as Record<RateClass, number>;
}
