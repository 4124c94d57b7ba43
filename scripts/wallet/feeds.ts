// Payment notifications of phoenixd and LNbits over WebSockets, and of LND as a stream of lines.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'ws';
import { credentials } from './apis.ts';
import type { Ledger } from './ledger.ts';

const sockets = new Map<Socket, 'phoenixd' | 'lnbits'>();
const streams = new Set<ServerResponse>();

export function acceptNotificationSocket({ url, headers }: IncomingMessage, client: Socket): void {
  const basic = `Basic ${Buffer.from(`:${credentials.password}`).toString('base64')}`;
  if (url === '/websocket' && headers.authorization === basic) sockets.set(client, 'phoenixd');
  else if (url === `/api/v1/ws/${credentials.key}`) sockets.set(client, 'lnbits');
  else client.terminate();
  client.on('close', () => void sockets.delete(client));
  client.on('error', () => client.terminate());
}

/** Accepts an invoice stream of LND; returns false for other requests. */
export function acceptInvoiceStream({ url, headers }: IncomingMessage, response: ServerResponse): boolean {
  const isOwn = url === '/v1/invoices/subscribe' && headers['grpc-metadata-macaroon'] === credentials.macaroon;
  if (!isOwn) return false;
  response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
  streams.add(response);
  response.on('close', () => streams.delete(response));
  return true;
}

export function notifyOfPayments(ledger: Ledger): void {
  ledger.onPaid(({ paymentHash, preimage, amountMsat }) => {
    const amountSat = amountMsat / 1000;
    const messages = {
      phoenixd: { type: 'payment_received', amountSat, paymentHash },
      lnbits: { wallet_balance: amountSat, payment: { payment_hash: paymentHash, amount: amountMsat, pending: false } },
    };
    for (const [client, kind] of sockets) client.send(JSON.stringify(messages[kind]));
    const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
    const result = { state: 'SETTLED', r_hash: base64(paymentHash), r_preimage: base64(preimage) };
    for (const response of streams) response.write(`${JSON.stringify({ result })}\n`);
  });
}
