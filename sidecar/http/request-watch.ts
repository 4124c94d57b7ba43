// Watches each request from its arrival to its end, static files included, for the log and the metrics.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { chooseRequestId } from './request-id.ts';
import { stripQuery } from './request-target.ts';

export interface FinishedRequest {
  /** `static` for built files, otherwise `live`. */
  lane: 'static' | 'live';
  method: string;
  /** Path without the query. */
  path: string;
  /** Route template of a live address. */
  route: string | undefined;
  /** Status; 499 if the client disconnected before the answer began. */
  status: number;
  ms: number;
  reqId: string;
  client: 'agent' | 'browser' | 'program';
}

export interface RequestWatch {
  begin: (req: IncomingMessage, res: ServerResponse) => void;
  /** Marks a request that is not for a static file. */
  live: (req: IncomingMessage, route: string | undefined) => void;
}

const keptCharacters = 500;

/** Classifies the client. Agents declare themselves; browsers are recognised by headers that only they send. */
const classifyClient = ({ headers }: IncomingMessage): FinishedRequest['client'] =>
  headers['x-service-source'] === 'agent' ? 'agent' : headers['sec-fetch-mode'] ? 'browser' : 'program';

export function watchRequests(tell: (finished: FinishedRequest) => void): RequestWatch {
  const routes = new WeakMap<IncomingMessage, { route: string | undefined }>();
  return {
    begin: (req, res) => {
      const start = performance.now();
      // The id is chosen here, so that the log has the id of the answer.
      const reqId = chooseRequestId(req.headers['x-request-id']);
      req.headers['x-request-id'] = reqId;
      res.on('close', () => {
        const live = routes.get(req);
        tell({
          lane: live ? 'live' : 'static',
          method: req.method!,
          path: stripQuery(req.url!).slice(0, keptCharacters),
          route: live?.route,
          status: res.headersSent ? res.statusCode : 499,
          ms: Math.round((performance.now() - start) * 10) / 10,
          reqId,
          client: classifyClient(req),
        });
      });
    },
    live: (req, route) => void routes.set(req, { route }),
  };
}
