// The only wiring: a server that answers built files the short way and everything else by the contract's table.
import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { HandlerName, ProtocolName } from '#contract/endpoints.ts';
import { maxBodyBytes } from '#contract/limits.ts';
import { commonHeaders, corsHeaders, isShared } from '#domain/release/headers.ts';
import type { Settings } from './settings/settings.ts';
import { a2aEndpoint } from './features/a2a/endpoint.ts';
import { negotiate } from './features/a2a/negotiate.ts';
import { registerAgentTier } from './features/access/agent-tier-handler.ts';
import { l402PaymentRequest, l402Verify } from './features/access/l402-handlers.ts';
import type { Access } from './features/access/open.ts';
import { addReadPage } from './features/access/read-route.ts';
import { addTips } from './features/access/tips-route.ts';
import { ask, askByQuery } from './features/ask/handler.ts';
import { tasksAvailable, tasksClaim, tasksSubmit } from './features/work/pool-handlers.ts';
import type { Work } from './features/work/open.ts';
import { workOffer, workSubmit } from './features/work/work-handlers.ts';
import { cancelFor } from './features/booking/asker.ts';
import { findBooking } from './features/booking/bookings.ts';
import { addBookingForm } from './features/booking/form.ts';
import { bookingHandlers } from './features/booking/handlers.ts';
import { changes } from './features/changes/handler.ts';
import type { ConsoleContribution } from './console/contribution.ts';
import { addConsole } from './console/mount.ts';
import { accessConsole } from './features/access/console.ts';
import { bookingConsole } from './features/booking/console.ts';
import { fleetConsole } from './features/fleet/console.ts';
import { guestsConsole } from './features/guests/console.ts';
import { nexusConsole } from './features/nexus/console.ts';
import { quotesConsole } from './features/quotes/console.ts';
import { transcriptionConsole } from './features/transcription/console.ts';
import { webhooksConsole } from './features/webhooks/console.ts';
import { workConsole } from './features/work/console.ts';
import type { ConsoleParts } from './console/parts.ts';
import { oEmbed } from './features/embeds/oembed.ts';
import { webhookEnd, webhookState, webhookTest } from './features/webhooks/manage-handlers.ts';
import { webhookSubscribe } from './features/webhooks/subscribe-handler.ts';
import { a2aExpiry } from './features/a2a/tables.ts';
import { accessExpiry } from './features/access/tables.ts';
import { bookingExpiry } from './features/booking/tables.ts';
import { guestExpiry } from './features/guests/tables.ts';
import { transcriptionExpiry } from './features/transcription/tables.ts';
import { webhookExpiry } from './features/webhooks/tables.ts';
import { workExpiry } from './features/work/tables.ts';
import { fileSender, type SendFile } from './http/static-files.ts';
import { addGuestKitPage } from './features/guests/guest-kit-form.ts';
import { type Emit, guestKit, guestKitAgain } from './features/guests/guest-kit-handlers.ts';
import { showPrep } from './features/guests/show-prep.ts';
import { originGuards } from './features/mcp/guards.ts';
import { mcpCall } from './features/mcp/handler.ts';
import { nexusHandlers } from './features/nexus/handlers.ts';
import type { Nexus } from './features/nexus/nexus.ts';
import { addNexusPage } from './features/nexus/page-route.ts';
import { addHealth, type HealthParts } from './ops/health.ts';
import type { Metrics } from './ops/metrics.ts';
import { type Pressure, shedder } from './ops/pressure.ts';
import { eventTeller } from './ops/problems.ts';
import { addAskedPages } from './features/search/pages/asked.ts';
import { guestKitPdfs } from './features/guests/guest-kit-pdf.ts';
import { verifyQuote } from './features/quotes/handler.ts';
import { jwks } from './features/quotes/jwks-handler.ts';
import { contentIndex, contentIndexBundle } from './features/search/content-index.ts';
import { wholeItem } from './features/search/whole-item.ts';
import { listHandlers } from './features/search/lists.ts';
import { search } from './features/search/search.ts';
import type { CallCounter } from './http/calls.ts';
import { addCompression } from './http/compress.ts';
import { type AgentOf, clientFinder, type ClientOf } from './http/client.ts';
import type { ConnectionLimits } from './http/connections.ts';
import { edgeReader, type EdgeSettings, trustOf } from './http/edge.ts';
import { parserCodes, sendClientError, sendError } from './http/errors.ts';
import type { Handler } from './http/handler.ts';
import { takeJson } from './http/json-body.ts';
import { logsRequests } from './http/log-lines.ts';
import { sendNotFound } from './http/not-found.ts';
import { compile } from './http/query.ts';
import { rateLimiter } from './http/rate-limit.ts';
import { requestId } from './http/request-id.ts';
import { pathOf } from './http/request-target.ts';
import type { HttpDeps, Protocol } from './http/deps.ts';
import { responseCache } from './http/response-cache.ts';
import { visitorCaller } from './http/call-endpoint.ts';
import { addRoutes } from './http/routes.ts';
import { openServer, type Timeouts } from './http/server.ts';
import { type ProxyWatch, watchProxies } from './http/untrusted-proxy.ts';
import { type Finished, type Watch, watchRequests } from './http/watch.ts';
import { type WholeAnswers, wholeAnswers } from './http/whole-answers.ts';
import type { Store } from './storage/store.ts';
import { transcribeHandlers } from './features/transcription/handlers.ts';
import type { Transcription } from './features/transcription/transcription.ts';

/** Rules about the rows of features that expire. */
export const expiryRules = [
  ...a2aExpiry,
  ...accessExpiry,
  ...bookingExpiry,
  ...guestExpiry,
  ...transcriptionExpiry,
  ...webhookExpiry,
  ...workExpiry,
];

/** The compiler asks for a handler of every endpoint that the sidecar answers. */
const handlersOf = ({
  settings,
  emit,
  transcription,
  nexus,
  access,
  work,
}: AppParts): { [N in HandlerName]: Handler<N> } => ({
  contentIndex,
  contentIndexBundle,
  ...listHandlers,
  item: wholeItem,
  showPrep,
  search,
  ask,
  askByQuery,
  verifyQuote,
  jwks,
  changes,
  oEmbed,
  mcpCall,
  negotiate,
  ...nexusHandlers(nexus),
  ...bookingHandlers(settings.visitorMailsPerDay),
  guestKit: guestKit(emit),
  guestKitAgain,
  registerAgentTier: registerAgentTier(settings.rates.freeSlice),
  l402PaymentRequest: l402PaymentRequest(access.payment),
  l402Verify: l402Verify(access.payment),
  workOffer: workOffer({ ...access, work }),
  workSubmit: workSubmit(work),
  tasksAvailable: tasksAvailable(work),
  tasksClaim: tasksClaim(work),
  tasksSubmit: tasksSubmit(work),
  webhookSubscribe: webhookSubscribe(settings.allowedHosts),
  webhookState,
  webhookTest,
  webhookEnd,
  ...transcribeHandlers(transcription),
});

/** Contributions of features to the console. */
export const consoleContributions = ({
  transcription,
  access,
  nexus,
  work,
}: Pick<AppParts, 'transcription' | 'access' | 'nexus' | 'work'>): ConsoleContribution[] => [
  transcriptionConsole(transcription),
  bookingConsole,
  webhooksConsole,
  accessConsole(access),
  nexusConsole(nexus !== undefined),
  workConsole(work),
  guestsConsole,
  quotesConsole,
  fleetConsole,
];

/** Loaded by the first message: it is a tenth of what a start would load. */
function mcpOnDemand(live: AppParts['live']): Protocol {
  let endpoint: Promise<Protocol> | undefined;
  return async (request, reply, ask) => {
    endpoint ??= import('./features/mcp/endpoint.ts').then(({ mcpEndpoint }) => mcpEndpoint(live));
    return (await endpoint)(request, reply, ask);
  };
}

const protocolsOf = ({ live, store, now }: AppParts, clientOf: ClientOf): Record<ProtocolName, Protocol> => ({
  mcp: mcpOnDemand(live),
  a2a: a2aEndpoint({ store, now, clientOf, bookings: { find: findBooking, cancel: cancelFor } }),
});

export interface AppParts extends HealthParts {
  settings: EdgeSettings &
    Partial<Pick<Settings, 'visitorMailsPerDay'>> &
    Pick<Settings, 'logLevel' | 'rates' | 'allowedHosts' | 'mcpOrigins' | 'maxConnections'>;
  store: Store;
  calls: CallCounter;
  emit: Emit;
  access: Access;
  work: Work;
  /** Whose signature a request carries. */
  agentOf?: AgentOf | undefined;
  transcription: Transcription;
  /** Where a Nexus is run. */
  nexus?: Nexus | undefined;
  /** What the console needs besides; without it there is none. */
  console?: Pick<ConsoleParts, 'renderer' | 'desk' | 'builds' | 'about' | 'commandRunner' | 'setup'>;
  /** Milliseconds. */
  now: () => number;
  metrics?: Metrics | undefined;
  pressure?: () => Pressure;
  log: FastifyBaseLogger;
  /** A file that the release names could not be read. */
  onUnread?: () => void;
  timeouts?: Partial<Timeouts>;
}

function setHeaders(request: FastifyRequest, reply: FastifyReply, { live }: AppParts): void {
  reply.headers({ 'X-Request-Id': request.id, ...commonHeaders(live().facts.baseUrl) });
  if (isShared(pathOf(request.url))) reply.headers(corsHeaders);
}

/** What of connections is counted, and told in the log. */
function connectionLimits({ settings, metrics }: AppParts, tell: ReturnType<typeof eventTeller>): ConnectionLimits {
  const onCut: ConnectionLimits['onCut'] = (reason, network) => {
    metrics?.cut(reason);
    tell(`connections cut: ${reason}`, network);
  };
  return { max: settings.maxConnections, proxies: settings.trustProxy, onCut };
}

function refuseUnread(error: NodeJS.ErrnoException, socket: Socket, parts: AppParts): void {
  const status = sendClientError(error, socket, commonHeaders(parts.live().facts.baseUrl));
  if (status) parts.metrics?.refused(status);
  if (error.code === parserCodes.slow) parts.metrics?.cut('slow');
}

const newFastify = (
  parts: AppParts,
  sendFile: SendFile,
  sendAgain: WholeAnswers['send'],
  watch: Watch | undefined,
  watchProxy: ProxyWatch['look'],
  limits: ConnectionLimits,
): FastifyInstance =>
  fastify({
    serverFactory: openServer({
      ...parts,
      limits,
      sendFile,
      sendAgain,
      watch,
      watchProxy,
      readEdge: edgeReader(parts.settings),
    }),
    genReqId: (req) => requestId(req.headers['x-request-id']),
    // No hook runs for these.
    frameworkErrors: (error, request, reply) => {
      watch?.live(request.raw, undefined);
      setHeaders(request, reply, parts);
      sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseUnread(error, socket, parts),
    trustProxy: trustOf(parts.settings),
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });

/** Nothing is watched where neither the log nor the metrics ask for it. */
function watchFor({ settings, metrics }: AppParts, log: (finished: Finished) => void): Watch | undefined {
  const told = [...(metrics ? [metrics.finished] : []), ...(logsRequests(settings.logLevel) ? [log] : [])];
  return told.length > 0 ? watchRequests((finished) => told.forEach((tell) => tell(finished))) : undefined;
}

function addFeatures(
  app: FastifyInstance,
  parts: AppParts & { untrustedProxy: ProxyWatch['found'] },
  sendFile: SendFile,
  answers: WholeAnswers,
): void {
  const { store, now, settings, access } = parts;
  const clientOf = clientFinder(access.holderOf, parts.agentOf);
  const takeRate = rateLimiter(store, now, settings.rates);
  const shed = shedder(parts.pressure ?? (() => undefined), (reason) => parts.metrics?.shed(reason));
  addHealth(app, parts);
  addBookingForm(app, { ...parts, takeRate, clientOf, shed });
  addAskedPages(app, { ...parts, takeRate, clientOf, shed });
  addGuestKitPage(app, { ...parts, takeRate, clientOf, shed, spend: access.reading.spend });
  if (parts.console) addConsole(app, { ...parts, ...parts.console }, consoleContributions(parts));
  if (parts.nexus) addNexusPage(app, { ...parts, nexus: parts.nexus, takeRate, clientOf, shed });
  const http: HttpDeps = {
    ...parts,
    sendFile,
    sameForAll: answers.sameForAll,
    takeRate,
    clientOf,
    shed,
    makeAnswer: responseCache(),
    render: { guestKitPdf: guestKitPdfs() },
    paywall: access.paywall(takeRate, parts.transcription.secondsOf),
    beforePaywall: { transcribe: parts.transcription.refuseUnfit },
    handlers: handlersOf(parts),
    protocols: protocolsOf(parts, clientOf),
    guards: originGuards(() => parts.live().facts.baseUrl, settings.mcpOrigins),
  };
  addRoutes(app, http);
  addReadPage(app, { ...access, ...http, callAs: visitorCaller(http) });
  addTips(app, { ...access, ...http });
}

export function createApp(parts: AppParts): FastifyInstance {
  const tell = eventTeller((kind, count, example) => app.log.warn({ count, example }, kind), parts.now);
  const sendFile = fileSender(parts.live, (error) => {
    tell(`a file cannot be read: ${error.code}`, error.message);
    parts.onUnread?.();
  });
  const watch = watchFor(parts, (finished) => app.log.info(finished, 'request'));
  const answers = wholeAnswers(parts.live, parts.now, watch);
  const proxies = watchProxies(parts.settings, (warning) => app.log.warn(warning));
  const app = newFastify(parts, sendFile, answers.send, watch, proxies.look, connectionLimits(parts, tell));
  app.removeContentTypeParser('text/plain');
  takeJson(app);
  // Every method that a request may have: a known path refuses it by name, and its body is not read. CONNECT never gets here.
  const further = METHODS.filter((method) => method !== 'CONNECT' && !app.supportedMethods.includes(method as never));
  for (const method of [...further, 'QUERY']) app.addHttpMethod(method, { overrideExisting: true });
  app.setValidatorCompiler(({ schema, httpPart }) => compile(schema as never, httpPart ?? '') as never);
  app.setSchemaErrorFormatter((errors) => errors as unknown as Error);
  app.setErrorHandler(sendError);
  app.addHook('onRequest', async (request, reply) => {
    watch?.live(request.raw, request.routeOptions.url);
    setHeaders(request, reply, parts);
  });
  addCompression(app);
  answers.addTo(app);
  app.addHook('onResponse', async (_, { statusCode }) => statusCode === 429 && parts.calls.countRefused());
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply, parts.live(), sendFile));
  addFeatures(app, { ...parts, untrustedProxy: proxies.found }, sendFile, answers);
  return app;
}
