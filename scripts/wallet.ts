// Simulated Lightning wallet for tests and trials: the APIs of LND, phoenixd, LNbits, Core Lightning, BTCPay and Nostr
// Wallet Connect at one address, and an x402 facilitator. Prints its addresses as a line of JSON, is controlled by
// POST /control and exits at the end of its input.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { apis, credentials } from './wallet/apis.ts';
import { openFacilitator } from './wallet/facilitator.ts';
import { acceptNotificationSocket, acceptInvoiceStream, notifyOfPayments } from './wallet/feeds.ts';
import { openLedger } from './wallet/ledger.ts';
import { serveNwc } from './wallet/nwc-service.ts';
import { serveRelay } from './wallet/relay.ts';

const ledger = openLedger();
notifyOfPayments(ledger);
const facilitator = openFacilitator();
let isDown = false;
let losesResponses = false;

/**
 * Controls the wallet. `{pay: invoice}` pays an invoice and returns its preimage; `{down: true}` drops every
 * connection until `{down: false}`; `{lose: true}` drops connections of the facilitator after it has done its work.
 */
function control(body: string): object {
  const { pay, down, lose } = JSON.parse(body) as { pay?: string; down?: boolean; lose?: boolean };
  if (down !== undefined) isDown = down;
  if (lose !== undefined) losesResponses = lose;
  if (isDown) relay.dropClients();
  return { preimage: pay === undefined ? null : (ledger.pay(pay) ?? null), settled: facilitator.settled() };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

const server = createServer(async (request, response) => {
  const { headers } = request;
  const method = request.method!;
  const url = request.url!;
  const body = await readBody(request);
  if (url === '/control') return send(response, 200, control(body));
  if (isDown) return void request.socket.destroy();
  const facilitatorResult = await facilitator.answer(url, body);
  if (facilitatorResult && losesResponses) return void request.socket.destroy();
  if (facilitatorResult) return send(response, 200, facilitatorResult);
  const apiRequest = { method, path: url, headers, body };
  if (acceptInvoiceStream(request, response)) return;
  const answer = apis.map((api) => api(apiRequest, ledger)).find((result) => result !== undefined);
  const { status, value } = answer ?? { status: 404, value: {} };
  send(response, status, value);
});
const relay = serveRelay(server, () => isDown, acceptNotificationSocket);

server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address() as AddressInfo;
  const nwcUrl = await serveNwc(`ws://127.0.0.1:${port}`, ledger);
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, nwcUrl, ...credentials }));
});
process.stdin.resume().on('end', () => process.exit(0));
