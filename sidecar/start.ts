// Starts a room in this process. Creates everything in dependency order.
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import program from '#package.json' with { type: 'json' };
import { minuteMs } from '#domain/instants.ts';
import { createApp, createFeatures, openAccessAndWork } from './app.ts';
import { readProgramInfo } from './console/program-info.ts';
import { openConsole } from './console/open-console.ts';
import { createAddressPrinter } from './console/sign-in/sign-in-address.ts';
import { openDesk } from './content/desk.ts';
import { createEmbargoWatch } from './content/embargoes.ts';
import { createPictureRequester } from './content/media-copies.ts';
import { openWallets } from './features/access/open-wallets.ts';
import { openSales } from './features/access/sales.ts';
import { changeRecorder } from './features/changes/record.ts';
import { createLagWatch, createMachineReporter } from './features/fleet/machines.ts';
import { openFleet } from './features/fleet/fleet.ts';
import { openTranscription } from './features/transcription/open-transcription.ts';
import { countPendingDeliveries } from './features/webhooks/delivery-log.ts';
import { emit } from './features/webhooks/emit.ts';
import { announceChanges, runEvents } from './features/webhooks/run.ts';
import type { Feature } from './features/feature.ts';
import { createCallCounter } from './http/calls.ts';
import { createClientFinder } from './http/client.ts';
import { directoryBytes, createAgentFinder } from './http/known-agents.ts';
import { type LogOptions, openLog } from './http/log-lines.ts';
import { createBuilder, createRebuildRequester, type BuildStep } from './jobs/builder.ts';
import { createContentWatch, listWatchedFolders } from './jobs/content-watch.ts';
import { type PeriodicJob, openScheduler, startJobs, watchActivity, jobsIf } from './jobs/scheduler.ts';
import { createRoomCommands } from './jobs/warm-builder.ts';
import { holdDataFolder } from './ops/data-folder-lock.ts';
import { deleteExpiredRows } from './ops/expired-rows.ts';
import { createMetrics } from './ops/metrics.ts';
import { openMetricsServer } from './ops/metrics-server.ts';
import { openNotices } from './ops/notice-channels.ts';
import { limitConnections } from './ops/connection-limit.ts';
import type { ServerReport } from './ops/parent-process.ts';
import { watchPressure } from './ops/pressure.ts';
import { createProblemReporter } from './ops/problem-reporter.ts';
import { createStepRunner } from './ops/run-step.ts';
import { closeServer, graceMs } from './ops/stop.ts';
import { queueDueNotices } from './ops/due-notices.ts';
import { openWaitingServer, throwPortError } from './ops/waiting-server.ts';
import { createJsonGetter } from './outgoing/get-json.ts';
import { openOutgoing } from './outgoing/outgoing.ts';
import { createPoster } from './outgoing/post.ts';
import { createReleaseCheck } from './release/release-check.ts';
import { createServedRelease } from './release/served-release.ts';
import { watchDamage } from './release/watch-damage.ts';
import { dutiesForRole } from './settings/duties.ts';
import { activeContentFolder } from './settings/settings.ts';
import { localAddress, type StartSettings } from './settings/start-settings.ts';
import { createBackupSchedule } from './storage/backups/schedule.ts';
import { createStoreClock } from './storage/clock.ts';
import { openRoomStore } from './storage/known-store.ts';
import { storeLocation } from './storage/store-location.ts';
import { type Store, openStoreLazily } from './storage/store.ts';
import { cleanUpAfterCrash } from './storage/crash-recovery.ts';
import { newToken } from './storage/tokens.ts';
import { classifyStoreError } from './storage/store-errors.ts';

const second = 1000;

/** Program around a room, as far as the room depends on it. */
export interface ProcessHooks {
  /** Writes to standard output. */
  print: (text: string) => void;
  /** Writes a line for the person who runs the room. */
  warn: (line: string) => void;
  /** Notifies the process that started this one. */
  report: (message: ServerReport) => void;
  /** Ends the program, if this machine must not continue. */
  fail: (message: string) => void;
  /** Receives the log instead of standard output. */
  log?: LogOptions['stream'];
}

export interface RunningRoom {
  /** Address of the room on this machine. */
  url: string;
  /** Reports for DRAIN_SECONDS that the room is not ready, finishes running requests and closes everything. */
  stop: () => Promise<void>;
}

/** Starts the room. Throws a StartError if these settings do not work; nothing stays open then. */
export async function start(settings: StartSettings, surroundings: ProcessHooks): Promise<RunningRoom> {
  const resources = new AsyncDisposableStack();
  try {
    return await openRoom(settings, surroundings, resources);
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

/** Creates the metrics, if a port is set. */
const openMetrics = ({ metricsPort }: StartSettings, { db, connections }: Store, aheadMs: () => number) =>
  metricsPort === undefined ? undefined : createMetrics(() => countPendingDeliveries(db), { connections, aheadMs });

/** After an error, `opened` closes everything that is open. */
async function openRoom(
  settings: StartSettings,
  surroundings: ProcessHooks,
  resources: AsyncDisposableStack,
): Promise<RunningRoom> {
  const { print, warn, report } = surroundings;
  const { contentDir, dataDir, distDir } = settings;
  const duties = dutiesForRole(settings);
  const { works, builds } = duties;
  const cannotListen = throwPortError(settings.host);
  // The port comes first, before anything is read or changed, because another room may use it.
  const waiting = await openWaitingServer(settings).catch(cannotListen('PORT', settings.port));
  resources.defer(waiting.close);
  if (!settings.databaseUrl) resources.defer(await holdDataFolder(settings, warn));
  const log = openLog({ level: settings.logLevel, stream: surroundings.log });

  // Opens the database, its clock and outgoing requests.
  const store: Store = openStoreLazily({
    ...storeLocation(settings),
    onError: (error) => {
      metrics?.storeFailed(classifyStoreError(error) ?? 'query');
      logFailure('a query')(error);
    },
  });
  resources.defer(() => store.close());
  const { db } = store;
  const { now, look: readClock, aheadMs } = createStoreClock(store);
  const logFailure = createProblemReporter((task, err) => log.error({ err }, `${task} failed; it is tried again`), now);
  const onProblem = (error: Error, task: string) => logFailure(task)(error);
  const metrics = openMetrics(settings, store, aheadMs);
  const outgoing = openOutgoing(settings);
  const holder = newToken();
  const { every, wake } = openScheduler({ rests: store.kind === 'sqlite' });

  // Opens the builder and the release that it produces.
  const desk = openDesk(contentDir);
  const commandSettings = { ownEnv: settings.ownEnv, baseUrl: settings.baseUrl };
  const commands = createRoomCommands(commandSettings, (output) => print(String(output)));
  const machine = createMachineReporter(store, settings, { version: program.version, now, aheadMs });
  const building = createBuilder({
    db,
    holder,
    now,
    leaves: machine.isOutdatedBuilder,
    getReady: commands.getReady,
    onRequest: wake,
    run: createStepRunner({ store, content: contentDir, now, metrics, run: commands.run, onProblem }),
  });
  const watch = createContentWatch({
    ...building,
    db,
    contentDir: () => activeContentFolder(settings.environment.env, settings.roomDir, existsSync),
    request: async (step?: BuildStep) => {
      await building.request(step);
      building.work('build').catch(logFailure('building'));
    },
    wake,
    now,
  });
  const requestRebuild = createRebuildRequester(watch.request, now);
  const reportDamage = (task: string, message: string): void => {
    logFailure(task)(new Error(message));
    if (builds) requestRebuild().catch(logFailure('requesting a build'));
  };
  const fleet = await openFleet({
    ...settings,
    bucket: settings.fleet,
    db,
    outgoing,
    builds,
    now,
    readClock,
    warn,
    fail: surroundings.fail,
    onProblem: createProblemReporter((_, { message }) => warn(message), now)('the fleet'),
  });
  resources.defer(async () => fleet.stop?.());
  const { isEverywhere, fetchObject } = fleet;
  const served = createServedRelease(settings);
  resources.defer(served.close);
  const { live } = served;
  let isStopping = false;
  const stopping = () => isStopping;
  const onTrouble = (message: string) => {
    reportDamage('serving the live release', message);
    fleet.reload?.();
  };
  const damaged = watchDamage({ live, onTrouble, now, stopping });

  // Creates the services and the application that offers them.
  const calls = createCallCounter(db, now, live);
  resources.defer(() => calls.flush().catch(logFailure('counting calls')));
  const wallets = openWallets(settings, { db, now, send: outgoing.send });
  resources.defer(wallets.close);
  const { access, work } = openAccessAndWork({
    db,
    ...wallets,
    now,
    onTrouble: logFailure('asking the wallet about payments'),
    outgoing,
  });
  const transcription = openTranscription({
    store,
    outgoing,
    settings,
    now,
    desk,
    duties,
    live,
    refundToken: access.giveBack,
    onProblem: logFailure('transcribing'),
  });
  const notices = openNotices({ store, content: contentDir, settings, live, post: createPoster(outgoing) });
  const about = readProgramInfo({ environment: settings.environment, settings, content: contentDir });
  const sales = openSales({
    store,
    desk,
    about,
    live,
    wallet: wallets.wallet,
    send: outgoing.send,
    requestBuild: () => watch.request('build'),
  });
  const { console, lookForPages } = openConsole({
    settings,
    desk,
    builds: { ...building, request: watch.request },
    about,
    commands,
    commandSettings,
    now,
  });
  const findAgent = createAgentFinder({
    baseUrl: () => live().facts.baseUrl,
    get: createJsonGetter(outgoing, { bytes: directoryBytes, timeoutMs: 3000 }),
    allowedHosts: settings.allowedHosts,
  });
  const findClient = createClientFinder(access.findHolder, findAgent);
  const services = { access, work, transcription, outgoing, onProblem, log };
  const features = createFeatures({ settings, store, live, now, findClient, emit, ...services });
  const pressure = watchPressure(settings.shed);
  resources.defer(pressure.stop);
  const app = createApp({
    closed: served.isClosed,
    onVisit: () => served.awaitsVisitor() && requestRebuild().catch(logFailure('requesting a build')),
    findAgent,
    findClient,
    features,
    settings: { ...settings, maxConnections: limitConnections(settings.maxConnections) },
    live,
    store,
    calls,
    openPaywall: (takeRate) => access.paywall(takeRate, transcription.knownDuration),
    metrics,
    stopping,
    role: settings.role,
    damage: damaged.damage,
    onUnread: damaged.suspect,
    pressure: pressure.current,
    now,
    log,
    ...(builds && { console }),
  });
  resources.defer(() => app.close());

  // The console is served from here on, and the room as soon as there is a release.
  const ownContent = builds ? contentDir : undefined;
  await openRoomStore(store, ownContent, warn);
  await readClock().catch(logFailure('reading the clock of the store'));
  waiting.close();
  await app.listen({ host: settings.host, port: waiting.port }).catch(cannotListen('PORT', waiting.port));
  const url = localAddress(settings, waiting.port);
  const printAddresses = createAddressPrinter(db, { url, hasConsole: builds, now: now() }, print);
  const waitFor = createProblemReporter((_, { message }) => {
    void printAddresses();
    warn(`${message} Until one is built, only the console answers.`);
    report({ kind: 'waiting', why: message });
  }, now)('a release');
  await served.follow({
    dist: settings.distDir,
    fetchObject,
    refuse: createReleaseCheck({ baseUrl: settings.baseUrl, db, followsFleet: fetchObject !== undefined }),
    onSwitch: ({ id }) => log.info({ release: id }, 'new release is live'),
    every,
    onWaiting: ({ message }) => waitFor(new Error(message)),
    onRefused: ({ message }) => reportDamage('taking the new release', message),
  });
  fleet.sendFrom?.(live);
  const recordChanges = changeRecorder(db, live, now, announceChanges, isEverywhere);
  // The log starts before the first request.
  await recordChanges().catch(logFailure('recording changes'));
  served.open();
  app.server.on('request', wake).on('request', pressure.observe);
  const metricsAddress = await openMetricsServer(metrics, settings, resources);
  if (builds) await notices.look().catch(logFailure('reading the recipients of notices'));
  await cleanUpAfterCrash(store, ownContent, now(), logFailure('taking over from a sidecar that was killed'));

  // Starts background work.
  resources.defer(access.listen());
  if (duties.runsJobs) transcription.start(every);
  const startEvents = () =>
    runEvents({
      store,
      now,
      random: Math.random,
      isEverywhere,
      live,
      post: notices.post,
      onProblem,
      every,
      ...(metrics && { onOutcome: metrics.delivered }),
    });
  const events = works ? startEvents() : undefined;
  const activity = watchActivity([dataDir, distDir, ...listWatchedFolders(contentDir)], watch.noteActivity);
  resources.defer(activity.close);
  const backUp = createBackupSchedule({
    folder: settings.backupDir,
    everyHours: settings.backupHours,
    run: commands.backUp,
    now,
  });
  const liftEmbargoes = createEmbargoWatch({ desk, store, request: building.request, now });
  const requestDue = () => building.requestDue(settings.ingestMinutes * minuteMs);
  const rules = features.flatMap(({ expiry = [] }: Feature) => expiry);
  const deleteExpired = () => deleteExpiredRows({ db, rules, holder, now });
  const reportState = () => machine.report(live().id);
  const lagging = createLagWatch(db, () => live().id, now);
  const notify = () => queueDueNotices({ db, contentDir, now: now(), ...wallets, lagging });
  const requestPictures = createPictureRequester(contentDir, () => building.request('pictures'));
  const jobs: PeriodicJob[] = [
    ...features.flatMap(({ jobs = [] }: Feature) => jobs),
    { name: 'reading the clock of the store', everyMs: 5 * second, run: readClock },
    { name: 'counting calls', everyMs: 5 * second, run: calls.flush },
    { name: 'recording changes', everyMs: second, run: recordChanges },
    { name: 'looking at the live release', everyMs: 5 * second, run: damaged.look },
    { name: 'watching the folders of the room', everyMs: minuteMs, run: activity.look },
    { name: 'deleting expired rows', everyMs: 60 * minuteMs, duty: 'works', run: deleteExpired },
    { name: 'building', everyMs: 250, duty: 'builds', run: () => building.work('build') },
    { name: 'reading', everyMs: 250, duty: 'builds', run: () => building.work('read') },
    { name: 'looking for changed content', everyMs: 5 * second, duty: 'builds', run: watch.look },
    { name: 'lifting embargoes', everyMs: second, duty: 'builds', run: liftEmbargoes },
    { name: 'reading the recipients of notices', everyMs: 5 * second, duty: 'builds', run: notices.look },
    { name: 'loading the console', everyMs: 2 * second, duty: 'builds', run: lookForPages },
    { name: 'testing the wallet', everyMs: 10 * second, duty: 'builds', run: sales.testWallet },
    { name: 'requesting a build', everyMs: 5 * second, duty: 'builds', run: requestDue },
    { name: 'requesting pictures', everyMs: 5 * second, duty: 'builds', run: requestPictures },
    { name: 'backing up', everyMs: minuteMs, duty: 'builds', run: backUp },
    ...jobsIf(store.kind === 'postgres', [{ name: 'reporting to the fleet', everyMs: second, run: reportState }]),
    { name: 'queueing due notices', everyMs: minuteMs, duty: 'runsJobs', run: notify },
  ];
  const stopJobs = startJobs(
    jobs.filter(({ duty }) => duty === undefined || duties[duty]),
    onProblem,
    every,
  );

  await printAddresses();
  if (builds) await sales.warn(log);
  if (metricsAddress) print(`Metrics     ${metricsAddress}\n`);
  report({ kind: 'listening', port: waiting.port });
  return {
    url,
    stop: async () => {
      isStopping = true;
      await sleep(settings.drainSeconds * second);
      await Promise.all([
        commands.stop(),
        closeServer(app.server, () => app.close(), graceMs),
        transcription.stop(),
        events?.stop(),
        ...features.map(({ stop }: Feature) => stop?.()),
        stopJobs(),
      ]);
      await machine.leave().catch(() => undefined);
      await resources.disposeAsync();
    },
  };
}
