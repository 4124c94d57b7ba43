// Combines the features of the sidecar into the HTTP application.
import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { maxBodyBytes } from '#contract/limits.ts';
import { consolePath } from '#domain/live-pages.ts';
import { themeCss } from '#domain/palette/theme-css.ts';
import { commonHeaders, corsHeaders, allowsEveryOrigin } from '#domain/release/headers.ts';
import type { ConsoleContribution } from './console/contribution.ts';
import { addConsole } from './console/mount.ts';
import type { ConsoleDeps } from './console/deps.ts';
import { a2aFeature } from './features/a2a/feature.ts';
import { accessFeature } from './features/access/feature.ts';
import { grantsForWork } from './features/access/grants.ts';
import { type Access, type AccessDeps, openAccess } from './features/access/open.ts';
import { askFeature } from './features/ask/handler.ts';
import { answerBooking, cancelBooking, findRequestedBooking } from './features/booking/requester.ts';
import { bookingFeature } from './features/booking/feature.ts';
import { changesFeature } from './features/changes/handler.ts';
import { embedsFeature } from './features/embeds/oembed.ts';
import { type Feature, type Handlers, mergeHandlers } from './features/feature.ts';
import { fleetFeature } from './features/fleet/console.ts';
import { guestFeature } from './features/guests/feature.ts';
import type { Emit } from './features/guests/guest-kit-handlers.ts';
import { mcpFeature } from './features/mcp/feature.ts';
import { nexusFeature } from './features/nexus/feature.ts';
import { quotesFeature } from './features/quotes/handler.ts';
import { searchFeature } from './features/search/feature.ts';
import { transcriptionFeature } from './features/transcription/feature.ts';
import type { Transcription } from './features/transcription/transcription.ts';
import { webhookFeature } from './features/webhooks/feature.ts';
import { workFeature } from './features/work/feature.ts';
import { openWork, type Work } from './features/work/work.ts';
import type { CallCounter } from './http/calls.ts';
import type { FindAgent, FindClient } from './http/client.ts';
import { addCompression } from './http/compress.ts';
import type { ConnectionLimits } from './http/connections.ts';
import type { HttpDeps } from './http/deps.ts';
import { createEdgeReader, type EdgeSettings, createTrustRule } from './http/edge.ts';
import { parserCodes, sendClientError, sendError } from './http/errors.ts';
import { acceptJson } from './http/json-body.ts';
import { logsRequests } from './http/log-lines.ts';
import { sendNotFound } from './http/not-found.ts';
import { compileValidator } from './http/query.ts';
import type { CheckPaywall } from './http/paywall.ts';
import { createRateLimiter, type TakeRate } from './http/rate-limit.ts';
import { chooseRequestId } from './http/request-id.ts';
import { stripQuery } from './http/request-target.ts';
import { addRoutes } from './http/routes.ts';
import { createServerFactory, type HttpServerDeps, type Timeouts } from './http/server.ts';
import { createFileSender, type SendFile } from './http/static-files.ts';
import { type ProxyWatch, watchProxies } from './http/untrusted-proxy.ts';
import { type FinishedRequest, type RequestWatch, watchRequests } from './http/request-watch.ts';
import { type AnswerCache, createAnswerCache } from './http/answer-cache.ts';
import { addHealth, type HealthDeps } from './ops/health.ts';
import type { Metrics } from './ops/metrics.ts';
import { type Pressure, createShedder } from './ops/pressure.ts';
import { createEventReporter } from './ops/problem-reporter.ts';
import { answerWaiting } from './ops/waiting-server.ts';
import type { Outgoing } from './outgoing/outgoing.ts';
import type { Settings } from './settings/settings.ts';
import type { Store } from './storage/store.ts';

export interface FeatureDeps {
  settings: Partial<Pick<Settings, 'visitorMailsPerDay'>> &
    Pick<Settings, 'rates' | 'allowedHosts' | 'mcpOrigins' | 'nexus'>;
  store: Store;
  live: HttpDeps['live'];
  /** Returns milliseconds. */
  now: () => number;
  findClient: FindClient;
  emit: Emit;
  access: Access;
  work: Work;
  transcription: Transcription;
  outgoing: Outgoing;
  onProblem: (error: Error, task: string) => void;
  log: FastifyBaseLogger;
}

/** Opens access, and the tasks that can be done in place of paying for it: they need each other. */
export function openAccessAndWork(deps: Omit<AccessDeps, 'offersWorkTo'>): { access: Access; work: Work } {
  const { db, now } = deps;
  const work = openWork({ db, now, grants: grantsForWork(db) });
  return { work, access: openAccess({ ...deps, offersWorkTo: work.isOffered }) };
}

/** Lists every capability. What one needs of another is passed here, since features do not import each other. */
export const createFeatures = (deps: FeatureDeps) =>
  [
    searchFeature,
    changesFeature,
    askFeature,
    embedsFeature,
    mcpFeature(deps),
    a2aFeature({ ...deps, bookings: { find: findRequestedBooking, answer: answerBooking, cancel: cancelBooking } }),
    transcriptionFeature(deps.transcription),
    bookingFeature(deps),
    webhookFeature(deps),
    accessFeature(deps),
    nexusFeature(deps),
    workFeature(deps),
    guestFeature({ emit: deps.emit, spend: deps.access.reading.spend }),
    quotesFeature,
    fleetFeature,
  ] as const;

export interface AppDeps extends Omit<HealthDeps, 'store'> {
  settings: EdgeSettings & Pick<Settings, 'logLevel' | 'rates' | 'maxConnections'>;
  features: ReturnType<typeof createFeatures>;
  store: Store;
  /** Returns milliseconds. */
  now: () => number;
  calls: CallCounter;
  findClient: FindClient;
  /** Finds the verified agent that signed a request. */
  findAgent?: FindAgent | undefined;
  openPaywall: (takeRate: TakeRate) => CheckPaywall;
  /** A machine that does not build has no console. */
  console?: Omit<ConsoleDeps, 'store' | 'live' | 'now' | 'untrustedProxy'>;
  metrics?: Metrics | undefined;
  pressure?: () => Pressure;
  log: FastifyBaseLogger;
  /** Called when a file of the release cannot be read. */
  onUnread?: () => void;
  /** Returns true while the public pages are closed; the console is always open. */
  closed?: () => boolean;
  /** Called when somebody requests a closed page. */
  onVisit?: () => unknown;
  timeouts?: Partial<Timeouts>;
}

function setHeaders(request: FastifyRequest, reply: FastifyReply, { live }: AppDeps): void {
  reply.headers({ 'X-Request-Id': request.id, ...commonHeaders(live().facts.baseUrl) });
  if (allowsEveryOrigin(stripQuery(request.url))) reply.headers(corsHeaders);
}

/** Returns the limits of connections; closed and rejected ones are counted and logged. */
function connectionLimits(
  { settings, metrics }: AppDeps,
  tell: ReturnType<typeof createEventReporter>,
): ConnectionLimits {
  const onCut: ConnectionLimits['onCut'] = (reason, network) => {
    metrics?.cut(reason);
    tell(`connections cut: ${reason}`, network);
  };
  return { max: settings.maxConnections, proxies: settings.trustProxy, onCut };
}

function refuseUnread(error: NodeJS.ErrnoException, socket: Socket, deps: AppDeps): void {
  const status = sendClientError(error, socket, commonHeaders(deps.live().facts.baseUrl));
  if (status) deps.metrics?.refused(status);
  if (error.code === parserCodes.slow) deps.metrics?.cut('slow');
}

const newFastify = (
  deps: AppDeps,
  sendFile: SendFile,
  sendAgain: AnswerCache['send'],
  watch: RequestWatch | undefined,
  watchProxy: ProxyWatch['look'],
  limits: ConnectionLimits,
): FastifyInstance =>
  fastify({
    serverFactory: createServerFactory({
      ...deps,
      limits,
      sendFile,
      answerClosed: createClosedAnswer(deps),
      sendAgain,
      watch,
      watchProxy,
      readEdge: createEdgeReader(deps.settings),
    }),
    genReqId: (req) => chooseRequestId(req.headers['x-request-id']),
    // No hooks run for these requests.
    frameworkErrors: (error, request, reply) => {
      watch?.live(request.raw, undefined);
      setHeaders(request, reply, deps);
      sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseUnread(error, socket, deps),
    trustProxy: createTrustRule(deps.settings),
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });

const isAlwaysOpen = (path: string): boolean =>
  path === consolePath || path.startsWith(`${consolePath}/`) || path === '/healthz';

const createClosedAnswer =
  ({ closed = () => false, onVisit, live }: AppDeps): HttpServerDeps['answerClosed'] =>
  (req, res) => {
    const path = stripQuery(req.url!);
    if (!closed() || isAlwaysOpen(path)) return false;
    // The console needs colours before there is a room.
    if (path === '/theme.css') res.writeHead(200, { 'Content-Type': 'text/css; charset=utf-8' }).end(themeCss({}));
    else answerWaiting(req, res, live().facts.baseUrl);
    if ((req.headers['sec-fetch-dest'] ?? 'document') === 'document') onVisit?.();
    return true;
  };

/** Requests are watched only if the log or the metrics need it. */
function watchFor({ settings, metrics }: AppDeps, log: (finished: FinishedRequest) => void): RequestWatch | undefined {
  const watchers = [...(metrics ? [metrics.finished] : []), ...(logsRequests(settings.logLevel) ? [log] : [])];
  return watchers.length > 0 ? watchRequests((finished) => watchers.forEach((tell) => tell(finished))) : undefined;
}

/** Returns the contributions of features to the console, in the order of the features. */
export const listContributions = (features: readonly Feature[]): ConsoleContribution[] =>
  features.flatMap(({ console = [] }) => console);

type RecordName = 'protocols' | 'guards' | 'beforePaywall' | 'render';

/** Merges one of the records of all features. */
const merge = <N extends RecordName>(features: readonly Feature[], name: N): Required<Feature>[N] =>
  Object.assign({}, ...features.map((feature) => feature[name])) as Required<Feature>[N];

function addFeatures(
  app: FastifyInstance,
  deps: AppDeps & { untrustedProxy: ProxyWatch['proxyAddress'] },
  sendFile: SendFile,
  answers: AnswerCache,
): void {
  const { store, now, metrics } = deps;
  const features: readonly Feature[] = deps.features;
  const handlers: Handlers = mergeHandlers(deps.features);
  const takeRate = createRateLimiter(store, now, deps.settings.rates);
  const http: HttpDeps = {
    live: deps.live,
    now,
    store,
    handlers,
    protocols: merge(features, 'protocols') as HttpDeps['protocols'],
    guards: merge(features, 'guards'),
    beforePaywall: merge(features, 'beforePaywall'),
    render: merge(features, 'render') as HttpDeps['render'],
    paywall: deps.openPaywall(takeRate),
    takeRate,
    shed: createShedder(deps.pressure ?? (() => undefined), (reason) => metrics?.shed(reason)),
    calls: deps.calls,
    findClient: deps.findClient,
    findAgent: deps.findAgent,
    sendFile,
    sameForAll: answers.sameForAll,
  };
  addHealth(app, deps);
  if (deps.console) addConsole(app, { ...deps, ...deps.console }, listContributions(features));
  addRoutes(app, http);
  for (const { addPages } of features) addPages?.(app, http);
}

export function createApp(deps: AppDeps): FastifyInstance {
  const tell = createEventReporter((kind, count, example) => app.log.warn({ count, example }, kind), deps.now);
  const sendFile = createFileSender(deps.live, (error) => {
    tell(`a file cannot be read: ${error.code}`, error.message);
    deps.onUnread?.();
  });
  const watch = watchFor(deps, (finished) => app.log.info(finished, 'request'));
  const answers = createAnswerCache(deps.live, deps.now, watch);
  const proxies = watchProxies(deps.settings, (warning) => app.log.warn(warning));
  const app = newFastify(deps, sendFile, answers.send, watch, proxies.look, connectionLimits(deps, tell));
  app.removeContentTypeParser('text/plain');
  acceptJson(app);
  // All methods are accepted except CONNECT, which never gets here, so that a known path can reject a method without
  // reading the body.
  const otherMethods = METHODS.filter(
    (method) => method !== 'CONNECT' && !app.supportedMethods.includes(method as never),
  );
  for (const method of [...otherMethods, 'QUERY']) app.addHttpMethod(method, { overrideExisting: true });
  app.setValidatorCompiler(({ schema, httpPart }) => compileValidator(schema as never, httpPart ?? '') as never);
  app.setSchemaErrorFormatter((errors) => errors as unknown as Error);
  app.setErrorHandler(sendError);
  // The release may be damaged.
  app.addHook('onError', async (_, __, { code }) => void (code === 'ERR_SQLITE_ERROR' && deps.onUnread?.()));
  app.addHook('onRequest', async (request, reply) => {
    watch?.live(request.raw, request.routeOptions.url);
    setHeaders(request, reply, deps);
  });
  addCompression(app);
  answers.addTo(app);
  app.addHook('onResponse', async (_, { statusCode }) => statusCode === 429 && deps.calls.countRefused());
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply, deps.live(), sendFile));
  addFeatures(app, { ...deps, untrustedProxy: proxies.proxyAddress }, sendFile, answers);
  return app;
}
