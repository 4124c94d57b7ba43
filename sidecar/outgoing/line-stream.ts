// Reads an endless response of the creator's own wallet line by line.
import { request as overHttp } from 'node:http';
import { request as overTls } from 'node:https';
import { createInterface } from 'node:readline';

export interface LineCall {
  headers: Record<string, string>;
  /** PEM of a certificate that the server signed for itself. */
  ca: string | undefined;
}

/** Opens the stream and returns a function that closes it; `onEnd` may be called more than once. */
export function openLines(
  url: string,
  { headers, ca }: LineCall,
  onLine: (text: string) => void,
  onEnd: () => void,
): () => void {
  const send = url.startsWith('https:') ? overTls : overHttp;
  const request = send(url, { headers, ...(ca && { ca }) }, (response) => {
    response.on('error', onEnd);
    createInterface({ input: response }).on('line', onLine).on('error', onEnd).on('close', onEnd);
  });
  request.on('error', onEnd).end();
  return () => request.destroy();
}
