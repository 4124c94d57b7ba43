// How the text of a setting becomes its value: each reader throws a BadValue that says what to give instead.
import proxyaddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { type RateClass, ratesPerMinute } from './limits.ts';

export class BadValue extends Error {
  /** What of a list is wrong; the whole value where this is left out. */
  readonly part: string | undefined;
  constructor(give: string, part?: string) {
    super(`give ${give}`);
    this.part = part;
  }
}

export type SettingReader<T> = (text: string) => T;

export const anyText: SettingReader<string> = (given) => given;

export const optional =
  <T>(read: SettingReader<T>): SettingReader<T | undefined> =>
  (given) =>
    given === '' ? undefined : read(given);

/** A text that fits a form. */
export const textThat =
  (fits: (given: string) => boolean, give: string): SettingReader<string> =>
  (given) => {
    if (!fits(given)) throw new BadValue(give);
    return given;
  };

export const wholeNumber =
  (least: number, most: number): SettingReader<number> =>
  (given) => {
    const read = Number(given);
    if (!Number.isInteger(read) || read < least || read > most) throw new BadValue(`a number from ${least} to ${most}`);
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
    const found = choices.find((choice) => choice === given);
    if (found === undefined)
      throw new BadValue(choices.length === 2 ? choices.join(' or ') : `one of ${choices.join(', ')}`);
    return found;
  };

export const splitCommaList = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Commas between them, in lower case, as the URL class writes hosts. */
export const commaList =
  (fits: (part: string) => boolean, give: string): SettingReader<string[]> =>
  (given) => {
    const parts = splitCommaList(given.toLowerCase());
    const wrong = parts.find((part) => !fits(part));
    if (wrong !== undefined) throw new BadValue(give, wrong);
    return parts;
  };

const isWeb = (given: string) => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);

/** Without a user and password, too. */
export const isOrigin = (given: string): boolean => isWeb(given) && new URL(given).origin === given;

/** Whether the program that takes the address apart can read its user, password and host. */
export function hasDecodableParts(given: string): boolean {
  try {
    const { username, password, host } = new URL(given);
    return [username, password, host].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}

export const isHost = (given: string): boolean => /^([a-z\d.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/.test(given);

/** As the client of PostgreSQL reads it, which takes an address without a host, and a % that stands for itself. */
export const isPostgresUrl = (given: string): boolean =>
  /^postgres(ql)?:\/\//.test(given) &&
  hasDecodableParts(given.replace('@/', '@here/').replace(/%(?![\da-f]{2})/gi, '%25'));

function canBeTrusted(range: string): boolean {
  try {
    return Boolean(proxyaddr.compile([range]));
  } catch {
    return false;
  }
}

/** An address, a range of them, or a name of ranges, as it is trusted later. */
export const isProxyRange = (given: string): boolean => {
  const [address = ''] = given.split('/');
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return (isAddress || ['loopback', 'linklocal', 'uniquelocal'].includes(given)) && canBeTrusted(given);
};

const withoutSlashes = (given: string) => given.replace(/\/+$/, '');

/** Without a slash at the end. */
export const origin =
  (example: string): SettingReader<string> =>
  (given) =>
    textThat(isOrigin, `an origin such as ${example}, without a path`)(given.replace(/\/$/, ''));

/** Without slashes at the end. */
export const webAddress =
  (example: string): SettingReader<string> =>
  (given) =>
    withoutSlashes(textThat(isWeb, `an address such as ${example}`)(given));

/** `name=number, …`; others keep their default. */
export function readRates(list: string): Record<RateClass, number> {
  const rates: Record<string, number> = { ...ratesPerMinute };
  for (const part of splitCommaList(list)) {
    const [name = '', most = ''] = part.split('=').map((piece) => piece.trim());
    if (!Object.hasOwn(ratesPerMinute, name) || !/^[1-9]\d{0,6}$/.test(most))
      throw new BadValue(`name=number, with one of ${Object.keys(ratesPerMinute).join(', ')}`, part);
    rates[name] = Number(most);
  }
  return rates as Record<RateClass, number>;
}
