// Requests to the REST API of a wallet, with limits of time and size and without redirects.
import { parseJsonObject } from '#domain/text/json-object.ts';
import { createRequestLimits } from '#sidecar/outgoing/limits.ts';
import type { OutgoingResponse, RequestOptions, Send } from '#sidecar/outgoing/outgoing.ts';
import { toOutgoingError } from '#sidecar/outgoing/outgoing-error.ts';
import { WalletTrouble } from './wallet.ts';

export interface RestCall extends Pick<RequestOptions, 'body' | 'ca'> {
  method: 'GET' | 'POST';
  url: string;
  /** Headers with credentials and the content type. */
  headers: Record<string, string>;
}

export interface RestAnswer {
  status: number;
  value: Record<string, unknown>;
}

export const walletTimeoutMs = 5000;
const limits = createRequestLimits(walletTimeoutMs, 256 * 1024);

/** Parses an answer. An array is returned as the member `list`. */
function parseAnswer(text: string): Record<string, unknown> {
  const value = parseJsonObject(text) ?? {};
  return Array.isArray(value) ? { list: value } : value;
}

/**
 * Sends a request. Throws WalletTrouble without an answer or with status 5xx. The message has no URL or headers, which
 * may be secret.
 */
export async function callWallet(send: Send, wallet: string, { url, ...call }: RestCall): Promise<RestAnswer> {
  const trouble = (reason: string) => new WalletTrouble(`${wallet} cannot be reached. ${reason}`);
  const { status, body } = await send(url, { ...call, limits, isOwners: true }).catch(
    (error: Error): OutgoingResponse => {
      throw trouble(toOutgoingError(error).message);
    },
  );
  const value = parseAnswer(body.toString());
  if (status < 500 || saysMissing(value)) return { status, value };
  throw trouble(`It answered ${status}.`);
}

/** Returns true if the answer says that the invoice does not exist. LND sends it with status 5xx. */
const saysMissing = ({ message, error }: Record<string, unknown>): boolean =>
  /unable to locate invoice|there are no existing invoices/i.test(`${String(message)} ${String(error)}`);

export const isInvoiceMissing = ({ status, value }: RestAnswer): boolean => status === 404 || saysMissing(value);

/** Returns the answer of a successful call. Throws WalletTrouble for any other. */
export function requireSuccess(wallet: string, { status, value }: RestAnswer): Record<string, unknown> {
  if (status >= 200 && status < 300) return value;
  const isCredential = status === 401 || status === 403;
  throw new WalletTrouble(isCredential ? `${wallet} refuses the credential` : `${wallet} answered ${status}`);
}
