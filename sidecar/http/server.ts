// The HTTP server: sends static files at once, hands every other request on, and limits slow clients and the number of connections.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { CallCounter } from './calls.ts';
import type { AgentOf } from './client.ts';
import { type ConnectionLimits, limitConnectionsByNetwork } from './connections.ts';
import { parserCodes } from './errors.ts';
import { readPlainPath, type SendFile } from './static-files.ts';
import { toOriginForm } from './request-target.ts';
import type { RequestWatch } from './request-watch.ts';

/** In milliseconds. */
const timeouts = {
  /** Longer than the minute for which proxies keep a connection. */
  keepAliveTimeout: 65_000,
  headersTimeout: 15_000,
  /** Headers and body. */
  requestTimeout: 30_000,
  /** How often both are looked after. */
  connectionsCheckingInterval: 5000,
  /** Idle time after which a client that does not read its response is disconnected. */
  silenceTimeout: 120_000,
};
export type Timeouts = typeof timeouts;

export interface HttpServerDeps {
  calls: CallCounter;
  agentOf?: AgentOf | undefined;
  /** Settles whom the request came from. */
  readEdge?: ((req: IncomingMessage) => void) | undefined;
  /** Called with each request, before `readEdge`. */
  watchProxy?: ((req: IncomingMessage) => void) | undefined;
  sendFile: SendFile;
  /** Sends what the framework answered to the same question before. */
  sendAgain?: (req: IncomingMessage, res: ServerResponse) => boolean;
  watch: RequestWatch | undefined;
  limits: ConnectionLimits;
  timeouts?: Partial<Timeouts>;
}

/** With several Host headers, a proxy and this server could each use another one; HTTP/1.0 needs none (RFC 9112 §3.2). */
function hasWrongHosts({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') found++;
  }
  return found > 1 || (found === 0 && httpVersion === '1.1');
}

export const createServerFactory =
  (deps: HttpServerDeps) =>
  (handle: RequestListener): Server => {
    const { calls, sendFile, sendAgain, watch, agentOf } = deps;
    const { silenceTimeout, ...limits } = { ...timeouts, ...deps.timeouts };
    const open = limitConnectionsByNetwork(deps.limits);
    const refuse = (code: string, { socket }: IncomingMessage) =>
      void server.emit('clientError', Object.assign(new Error(code), { code }), socket);
    // Node's own answers to a missing Host and to an unknown Expect are empty.
    const server = createServer({ ...limits, requireHostHeader: false }, (req, res) => {
      if (hasWrongHosts(req)) return refuse(parserCodes.hosts, req);
      open.begin(req, res);
      deps.watchProxy?.(req);
      deps.readEdge?.(req);
      req.url = toOriginForm(req.url!);
      // It stops: the answer is this connection's last.
      if (!server.listening) res.shouldKeepAlive = false;
      watch?.begin(req, res);
      calls.count(req.url, req.headers['x-service-source']);
      if (agentOf && req.headers['signature-agent']) void agentOf(req).then((name) => name && calls.countAgent(name));
      const path = readPlainPath(req);
      const isAnswered = (path !== undefined && sendFile(req, res, path)) || sendAgain?.(req, res);
      // Most responses are with the system by now. Starting a timer for those, too, would slow every request down.
      if (!res.writableEnded || res.writableLength > 0) req.socket.setTimeout(silenceTimeout);
      if (!isAnswered) handle(req, res);
    });
    server.on('checkExpectation', (req: IncomingMessage) => refuse(parserCodes.expectation, req));
    return server.on('connection', open.add);
  };
