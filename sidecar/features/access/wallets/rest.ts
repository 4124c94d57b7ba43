// One request to a wallet's REST API: the creator's own address, in bounded time and size, without following redirects.
import type { RequestLimits } from '#sidecar/outgoing/limits.ts';
import type { OutgoingResponse, RequestOptions, Send } from '#sidecar/outgoing/outgoing.ts';
import { toOutgoingError } from '#sidecar/outgoing/outgoing-error.ts';
import { WalletTrouble } from './wallet.ts';

export interface RestCall extends Pick<RequestOptions, 'body' | 'ca'> {
  method: 'GET' | 'POST';
  url: string;
  /** With the type of the body. */
  headers: Record<string, string>;
}

export interface RestAnswer {
  status: number;
  value: Record<string, unknown>;
}

export const walletTimeoutMs = 5000;
const limits: RequestLimits = {
  connectMs: walletTimeoutMs,
  firstByteMs: walletTimeoutMs,
  wholeMs: walletTimeoutMs,
  bytes: 256 * 1024,
  redirects: 0,
  pace: { bytes: 1, ms: walletTimeoutMs },
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An answer that is a list stands under `list`. */
function parseAnswer(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return { list: value };
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Throws WalletTrouble where there is no answer, or one of 5xx; it names neither address nor headers, which may hold secrets. */
export async function callWallet(send: Send, wallet: string, { url, ...call }: RestCall): Promise<RestAnswer> {
  const trouble = (reason: string) => new WalletTrouble(`${wallet} cannot be asked. ${reason}`);
  const { status, body } = await send(url, { ...call, limits, isOwners: true }).catch(
    (error: Error): OutgoingResponse => {
      throw trouble(toOutgoingError(error).message);
    },
  );
  const value = parseAnswer(body.toString());
  if (status < 500 || saysMissing(value)) return { status, value };
  throw trouble(`It answered ${status}.`);
}

/** LND says with a status of 5xx, too, that it has no such invoice. */
const saysMissing = ({ message, error }: Record<string, unknown>): boolean =>
  /unable to locate invoice|there are no existing invoices/i.test(`${String(message)} ${String(error)}`);

export const isInvoiceMissing = ({ status, value }: RestAnswer): boolean => status === 404 || saysMissing(value);

/** The response, where the wallet succeeded. */
export function requireSuccess(wallet: string, { status, value }: RestAnswer): Record<string, unknown> {
  if (status >= 200 && status < 300) return value;
  const why = status === 401 || status === 403 ? 'its credential is refused' : `it answered ${status}`;
  throw new WalletTrouble(`${wallet} does not do as it is told: ${why}`);
}
