// The HTTP server: sends static files directly, passes other requests on, and limits slow clients and connections.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { CallCounter } from './calls.ts';
import type { FindAgent } from './client.ts';
import { type ConnectionLimits, limitConnectionsByNetwork } from './connections.ts';
import { parserCodes } from './errors.ts';
import { readPlainPath, type SendFile } from './static-files.ts';
import { toOriginForm, trimApiPath } from './request-target.ts';
import type { RequestWatch } from './request-watch.ts';

/** Timeouts in milliseconds. */
const timeouts = {
  /** Longer than the minute for which proxies keep a connection. */
  keepAliveTimeout: 65_000,
  headersTimeout: 15_000,
  /** Headers and body. */
  requestTimeout: 30_000,
  /** Interval at which both are checked. */
  connectionsCheckingInterval: 5000,
  /** Idle time after which a client that does not read its response is disconnected. */
  silenceTimeout: 120_000,
};
export type Timeouts = typeof timeouts;

export interface HttpServerDeps {
  calls: CallCounter;
  findAgent?: FindAgent | undefined;
  /** Determines the client that the request came from. */
  readEdge?: ((req: IncomingMessage) => void) | undefined;
  /** Called with each request, before `readEdge`. */
  watchProxy?: ((req: IncomingMessage) => void) | undefined;
  sendFile: SendFile;
  /** Answers a request while the public pages are closed; returns false if they are open. */
  answerClosed: (req: IncomingMessage, res: ServerResponse) => boolean;
  /** Sends a cached answer to the same request. */
  sendAgain: (req: IncomingMessage, res: ServerResponse) => boolean;
  watch: RequestWatch | undefined;
  limits: ConnectionLimits;
  timeouts?: Partial<Timeouts>;
}

/**
 * Returns true for a wrong number of Host headers. With several, a proxy and this server could use different ones;
 * HTTP/1.0 needs none (RFC 9112 §3.2).
 */
function hasWrongHosts({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1');
}

export const createServerFactory =
  (deps: HttpServerDeps) =>
  (handle: RequestListener): Server => {
    const { calls, sendFile, watch, findAgent } = deps;
    const { silenceTimeout, ...limits } = { ...timeouts, ...deps.timeouts };
    const open = limitConnectionsByNetwork(deps.limits);
    const countRequest = (req: IncomingMessage) => {
      calls.count(req.url!, req.headers['x-service-source']);
      if (findAgent && req.headers['signature-agent'])
        void findAgent(req).then((name) => name && calls.countAgent(name));
    };
    const answerWithoutFramework = (req: IncomingMessage, res: ServerResponse): boolean => {
      if (deps.answerClosed(req, res)) return true;
      const path = readPlainPath(req);
      return (path !== undefined && sendFile(req, res, path)) || deps.sendAgain(req, res);
    };
    const refuse = (code: string, { socket }: IncomingMessage) =>
      void server.emit('clientError', Object.assign(new Error(code), { code }), socket);
    // Node's own responses to a missing Host and an unknown Expect are empty.
    const server = createServer({ ...limits, requireHostHeader: false }, (req, res) => {
      if (hasWrongHosts(req)) return refuse(parserCodes.hosts, req);
      open.begin(req, res);
      deps.watchProxy?.(req);
      deps.readEdge?.(req);
      req.url = trimApiPath(toOriginForm(req.url!));
      // While the server stops, each answer is the last one of its connection.
      if (!server.listening) res.shouldKeepAlive = false;
      watch?.begin(req, res);
      countRequest(req);
      const isAnswered = answerWithoutFramework(req, res);
      // Most responses are already passed to the system. Starting a timer for them would slow every request down.
      if (!res.writableEnded || res.writableLength > 0) req.socket.setTimeout(silenceTimeout);
      if (!isAnswered) handle(req, res);
    });
    server.on('checkExpectation', (req: IncomingMessage) => refuse(parserCodes.expectation, req));
    return server.on('connection', open.add);
  };
