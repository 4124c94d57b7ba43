// One request to a wallet's REST API: the creator's own address, in bounded time and size, without following redirects.
import { type Dispatcher, request } from 'undici';
import { readText } from '../../http/read-text.ts';
import { WalletTrouble } from './wallet.ts';

export interface RestCall {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  /** Text with its type in the headers. */
  body?: string;
  dispatcher?: Dispatcher;
}

export interface RestAnswer {
  status: number;
  value: Record<string, unknown>;
}

export const answerMs = 5000;
const maxBytes = 256 * 1024;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The reason names neither address nor headers: both may hold secrets. */
const reasonOf = (error: unknown): string => {
  const { code, name, message } = error as NodeJS.ErrnoException;
  return name === 'TimeoutError' ? `no answer in ${answerMs / 1000} seconds` : (code ?? message);
};

/** Throws WalletTrouble where there is no answer, or one of 5xx. */
export async function ask(wallet: string, { url, ...call }: RestCall): Promise<RestAnswer> {
  try {
    const { statusCode, body } = await request(url, { ...call, signal: AbortSignal.timeout(answerMs) });
    const value = parse(await readText(body, maxBytes, 'the answer is too long'));
    if (statusCode < 500 || isMissing(value)) return { status: statusCode, value };
    throw new Error(`it answered ${statusCode}`);
  } catch (error) {
    throw new WalletTrouble(`${wallet} cannot be asked: ${reasonOf(error)}`);
  }
}

/** LND says with a status of 5xx, too, that it has no such invoice. */
const isMissing = ({ message, error }: Record<string, unknown>): boolean =>
  /unable to locate invoice|there are no existing invoices/i.test(`${String(message)} ${String(error)}`);

export const wasMissing = ({ status, value }: RestAnswer): boolean => status === 404 || isMissing(value);

/** The answer, where the wallet did as it was told. */
export function accepted(wallet: string, { status, value }: RestAnswer): Record<string, unknown> {
  if (status >= 200 && status < 300) return value;
  const why = status === 401 || status === 403 ? 'its credential is refused' : `it answered ${status}`;
  throw new WalletTrouble(`${wallet} does not do as it is told: ${why}`);
}
