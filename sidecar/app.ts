// The only wiring: a server that answers built files the short way and everything else by the contract's table.
import { createServer, type IncomingMessage, METHODS, type ServerResponse } from 'node:http';
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { HandlerName } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
import { maxBodyBytes } from '#contract/limits.ts';
import { commonHeaders, corsHeaders, isApiPath, isShared } from '#domain/headers.ts';
import type { Settings } from '#domain/settings.ts';
import { agentOfToken } from './access/agent-tiers.ts';
import { addBookingForm } from './booking/form.ts';
import { bookingRequest } from './handlers/booking-request.ts';
import { bookingCancel, bookingState } from './handlers/booking-state.ts';
import { contentIndexBundle } from './handlers/content-index-bundle.ts';
import { contentIndex } from './handlers/content-index.ts';
import { type Emit, guestKit, guestKitAgain } from './handlers/guest-kit.ts';
import { list } from './handlers/lists.ts';
import { negotiate } from './handlers/negotiate.ts';
import { nexusCreators, nexusFeed } from './handlers/nexus.ts';
import { registerAgentTier } from './handlers/register-agent-tier.ts';
import { showPrep } from './handlers/show-prep.ts';
import { clientFinder } from './http/client.ts';
import { webhookEnd, webhookState, webhookTest } from './handlers/webhook-manage.ts';
import { webhookSubscribe } from './handlers/webhook-subscribe.ts';
import { sendClientError, sendError } from './http/errors.ts';
import type { Handler } from './http/handler.ts';
import { answerKeeper } from './http/kept-answers.ts';
import { compile } from './http/query.ts';
import { rateLimiter } from './http/rate-limit.ts';
import { requestId } from './http/request-id.ts';
import { addRoutes } from './http/routes.ts';
import { fileSender, originForm, plainPath, type SendFile } from './http/static-lane.ts';
import type { Release } from './release/release.ts';
import type { Store } from './store/store.ts';
import type { CallCounter } from './http/calls.ts';

/** The compiler asks for a handler of every endpoint that the sidecar answers. */
const handlersOf = ({ settings, emit }: AppParts): { [N in HandlerName]: Handler<N> } => ({
  contentIndex,
  contentIndexBundle,
  articles: list('articles'),
  episodes: list('episodes'),
  streamVideos: list('streamVideos'),
  timelineEntries: list('timelineEntries'),
  showPrep,
  negotiate,
  nexusCreators,
  nexusFeed,
  bookingRequest,
  bookingState,
  bookingCancel,
  guestKit: guestKit(emit),
  guestKitAgain,
  registerAgentTier: registerAgentTier(settings.rates.freeSlice),
  webhookSubscribe: webhookSubscribe(settings.allowedHosts),
  webhookState,
  webhookTest,
  webhookEnd,
});

export interface AppParts {
  settings: Pick<Settings, 'trustProxy' | 'logLevel' | 'rates' | 'allowedHosts'>;
  live: () => Release;
  store: Store;
  calls: CallCounter;
  emit: Emit;
  /** Milliseconds. */
  now: () => number;
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply, { live }: AppParts, sendFile: SendFile): void {
  const path = request.raw.url!.split('?')[0]!;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isApiPath(path)) throw new ApiError('not_found', `Nothing is at ${path}.`);
  if (!isRead && live().entries.has(path)) {
    reply.header('Allow', 'GET, HEAD');
    throw new ApiError('method_not_allowed', `${path} takes GET.`, { supportedMethods: ['GET'] });
  }
  const bare = path.replace(/\/+$/, '');
  if (isRead && bare !== path && live().entries.has(bare)) {
    reply.redirect(bare, 308);
    return;
  }
  reply.hijack();
  if (!sendFile(request.raw, reply.raw, '/404', 404)) reply.raw.writeHead(404).end();
}

/** Longer than the minute for which proxies keep a connection; slow senders are cut off. */
const timeouts = { keepAliveTimeout: 65_000, headersTimeout: 15_000, requestTimeout: 30_000 };

function setHeaders(request: FastifyRequest, reply: FastifyReply, { live }: AppParts): void {
  reply.headers({ 'X-Request-Id': request.id, ...commonHeaders(live().facts.baseUrl) });
  if (isShared(request.url.split('?')[0]!)) reply.headers(corsHeaders);
}

const newFastify = (parts: AppParts, sendFile: SendFile): FastifyInstance =>
  fastify({
    serverFactory: (handle) =>
      createServer(timeouts, (req: IncomingMessage, res: ServerResponse) => {
        req.url = originForm(req.url!);
        parts.calls.count(req.url, req.headers['x-service-source']);
        const path = plainPath(req);
        if (path === undefined || !sendFile(req, res, path)) handle(req, res);
      }),
    genReqId: (req) => requestId(req.headers['x-request-id']),
    // No hook runs for these.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply, parts);
      sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => sendClientError(error, socket, commonHeaders(parts.live().facts.baseUrl)),
    trustProxy: parts.settings.trustProxy.length > 0 ? parts.settings.trustProxy : false,
    logger: { level: parts.settings.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });

export function createApp(parts: AppParts): FastifyInstance {
  const sendFile = fileSender(parts.live);
  const app = newFastify(parts, sendFile);
  app.removeContentTypeParser('text/plain');
  // Every method that a request may have, so that a known path refuses it by name. CONNECT never gets here.
  const further = METHODS.filter((method) => method !== 'CONNECT' && !app.supportedMethods.includes(method as never));
  for (const method of [...further, 'QUERY']) app.addHttpMethod(method, { overrideExisting: true });
  app.setValidatorCompiler(({ schema, httpPart }) => compile(schema as never, httpPart ?? '') as never);
  app.setSchemaErrorFormatter((errors) => errors as unknown as Error);
  app.setErrorHandler(sendError);
  app.addHook('onRequest', async (request, reply) => setHeaders(request, reply, parts));
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply, parts, sendFile));
  const { store, now, settings } = parts;
  const clientOf = clientFinder((token) => agentOfToken(store.db, token));
  const takeRate = rateLimiter(store, now, settings.rates);
  addBookingForm(app, { ...parts, takeRate, clientOf });
  const handlers = handlersOf(parts);
  addRoutes(app, { ...parts, sendFile, takeRate, clientOf, makeAnswer: answerKeeper(), handlers });
  return app;
}
