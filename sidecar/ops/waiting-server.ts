// Answers on the port while there is no release to serve: the room is being built, with a Retry-After.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { errorEnvelope, errorKinds } from '#contract/errors.ts';
import { commonHeaders, corsHeaders, isApiPath, allowsEveryOrigin, pageHeaders } from '#domain/release/headers.ts';
import { preferredForm } from '../http/media-type.ts';
import { chooseRequestId } from '../http/request-id.ts';
import { stripQuery } from '../http/request-target.ts';
import { StartError } from '../settings/exit-codes.ts';
import { healthPaths, isForwarded } from './health.ts';

const retrySeconds = 5;
const message = 'This room is being built. Try again in a moment.';
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${retrySeconds}">
<title>One moment</title>
</head>
<body>
<h1>One moment</h1>
<p>${message} This page asks again by itself.</p>
</body>
</html>
`;

const json = 'application/json; charset=utf-8';
const forms = { json, html: 'text/html; charset=utf-8' };

/** Answers that the room is being built. */
export function answerWaiting(req: IncomingMessage, res: ServerResponse, baseUrl: string): void {
  const path = stripQuery(req.url!);
  const id = chooseRequestId(req.headers['x-request-id']);
  const send = (status: number, headers: Record<string, string>, body: string) =>
    res
      .writeHead(status, {
        ...commonHeaders(baseUrl),
        ...(allowsEveryOrigin(path) && corsHeaders),
        ...headers,
        'Content-Length': Buffer.byteLength(body),
        'Cache-Control': 'no-store',
        'X-Request-Id': id,
        // Closes the connection, since the next request is for the server.
        Connection: 'close',
      })
      .end(req.method === 'HEAD' ? undefined : body);
  if (path === '/healthz' && !isForwarded(req))
    return void send(200, { 'Content-Type': json }, JSON.stringify({ status: 'alive' }));
  const isForPrograms = isApiPath(path) || healthPaths.includes(path);
  const isPage = !isForPrograms && preferredForm(req.headers.accept, forms) === 'html';
  const details = { reason: 'building', requestId: id };
  send(
    errorKinds.unavailable.status,
    {
      'Content-Type': forms[isPage ? 'html' : 'json'],
      ...(isPage && pageHeaders),
      'Retry-After': String(retrySeconds),
    },
    isPage ? page : JSON.stringify(errorEnvelope('unavailable', message, details)),
  );
}

/** A client that sends slowly is disconnected. */
const patienceMs = 5000;

/** Rejects if the port cannot be used. */
export async function openWaitingServer({ host, port, baseUrl }: { host: string; port: number; baseUrl: string }) {
  const limits = { headersTimeout: patienceMs, requestTimeout: patienceMs, connectionsCheckingInterval: 1000 };
  const server: Server = createServer(limits, (req, res) => answerWaiting(req, res, baseUrl));
  await new Promise<void>((listens, fails) => server.once('error', fails).listen(port, host, listens));
  return {
    port: (server.address() as AddressInfo).port,
    /** The port is free immediately, since no response takes long. */
    close: () => {
      server.close();
      server.closeIdleConnections();
    },
  };
}

/** Turns the error of a port that cannot be used into a StartError. */
export const throwPortError = (host: string) => (name: string, port: number) => (error: NodeJS.ErrnoException) => {
  const advice =
    error.code === 'EADDRINUSE' ? `It is in use, perhaps by this room: set ${name} to another one.` : error.message;
  throw new StartError(`Cannot listen on ${host}:${port}. ${advice}`);
};
