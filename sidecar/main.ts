// Starts the sidecar: settings, the port, a release that may be served, then everything else.
import { directoryBytes, knownAgents } from './http/known-agents.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { dutiesOf } from './settings/duties.ts';
import { contentFolder, ownContentFolder } from './settings/settings.ts';
import program from '#package.json' with { type: 'json' };
import { grantsForWork } from './features/access/grants.ts';
import { openAccess } from './features/access/open.ts';
import { walletsOrEnd } from './features/access/wallet-at-start.ts';
import { aloneOrEnd } from './ops/alone.ts';
import { aboutRoom } from './console/about-room.ts';
import { createApp } from './app.ts';
import { backupSchedule } from './storage/backups/schedule.ts';
import { builder, healer, type Step } from './jobs/builder.ts';
import { contentWatch } from './jobs/content-watch.ts';
import { roomCommands } from './jobs/warm-builder.ts';
import { changeRecorder } from './features/changes/record.ts';
import { openDesk } from './content/desk.ts';
import { followRenderer } from './console/renderer.ts';
import { Setup } from './console/setup/setup.ts';
import { countWaiting } from './features/webhooks/delivery-log.ts';
import { emit } from './features/webhooks/emit.ts';
import { announceChanges, runEvents } from './features/webhooks/run.ts';
import { stepRunner } from './ops/run-step.ts';
import { takeOver } from './storage/take-over.ts';
import { openSales } from './features/access/sales.ts';
import { tellAddresses } from './console/tell-addresses.ts';
import { settingsOrEnd } from './settings/at-start.ts';
import { every } from './jobs/every.ts';
import { callCounter } from './http/calls.ts';
import { newToken } from './storage/tokens.ts';
import { runNexus } from './features/nexus/run.ts';
import { configurationError } from './settings/exit-codes.ts';
import { deleteExpiredRows } from './ops/expired-rows.ts';
import { createMetrics } from './ops/metrics.ts';
import { serveMetrics } from './ops/metrics-server.ts';
import { connectionsPossible } from './ops/open-files.ts';
import { endWithParent, report } from './ops/parent.ts';
import { watchPressure } from './ops/pressure.ts';
import { embargoes } from './content/embargoes.ts';
import { tellInTime } from './ops/tell-in-time.ts';
import { problemTeller } from './ops/problems.ts';
import { closeServer, graceMs, stopper } from './ops/stop.ts';
import { holdPort, portProblem } from './ops/waiting.ts';
import { jsonGetter } from './outgoing/get-json.ts';
import { outgoing as openOutgoing } from './outgoing/outgoing.ts';
import { poster } from './outgoing/post.ts';
import { compiledDir, roomDir } from './settings/places.ts';
import { refuseForeign, refuseOtherAddress } from './release/admit.ts';
import { openFleet } from './features/fleet/open.ts';
import { lagWatch, reporter } from './features/fleet/machines.ts';
import { followRelease, type Refusal } from './release/follow.ts';
import { watchDamage } from './release/watch-damage.ts';
import { openNotices } from './ops/notice-channels.ts';
import { storeClock } from './storage/clock.ts';
import { openNoted } from './storage/known-store.ts';
import { storePlace } from './storage/place.ts';
import { reach, storeOnDemand } from './storage/store.ts';
import { storeTrouble } from './storage/trouble.ts';
import { openWork } from './features/work/open.ts';
import { openTranscription } from './features/transcription/open.ts';

const minute = 60_000;

const { environment, ...settings } = settingsOrEnd(roomDir);
const duties = dutiesOf(settings);
const { works, builds } = duties;

let end = (): void => process.exit(0);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end());
endWithParent(() => end());

const cannotListen = portProblem(settings.host);
// Before anything is read or changed: another room may have the port already.
const waiting = await holdPort(settings).catch(cannotListen('PORT', settings.port));
if (!settings.databaseUrl) await aloneOrEnd(settings);
// Nothing is waited for from here to `app`, save the release, since store and release speak through the log of `app`.
const store = storeOnDemand({
  ...storePlace(settings),
  onError: (error) => {
    metrics?.storeFailed(storeTrouble(error) ?? 'query');
    tellOfStore(error);
  },
});
/** Plainly at first; through the log of `app` once it is there. */
let tellOfStore = problemTeller((_, { message }) => console.error(message), Date.now)('the store');
const { now, look: readClock, aheadMs } = storeClock(store);
const metrics =
  settings.metricsPort === undefined
    ? undefined
    : createMetrics(() => countWaiting(store.db), { connections: store.connections, aheadMs });
const waitFor = problemTeller((_, { message }) => {
  console.error(`${message} Until one is built, every address answers 503.`);
  report({ kind: 'waiting', why: message });
}, now)('a release');
let onRefused = ({ message }: Refusal) => waitFor(new Error(message));
const content = ownContentFolder(environment.env, roomDir);
const holder = `${process.pid}-${newToken()}`;
const outgoing = openOutgoing(settings);
const commands = roomCommands(settings.baseUrl);
const fleet =
  settings.fleet &&
  (await openFleet({
    ...settings,
    ...{ db: store.db, bucket: settings.fleet, outgoing, builds, now, contentDir: content, readClock, commands },
    onProblem: problemTeller((_, { message }) => console.error(message), now)('the fleet'),
  }));
const live = await followRelease({
  dist: settings.distDir,
  provide: fleet?.provide,
  refuse: fleet?.provide ? refuseOtherAddress(settings.baseUrl) : refuseForeign(settings.baseUrl, store.db),
  onSwitch: (release) => app.log.info({ release: release.id }, 'new release is live'),
  onRefused: (refusal) => onRefused(refusal),
});
fleet?.sendFrom(() => live.current);
const calls = callCounter(store.db, now, () => live.current);
const renderer = followRenderer([settings.distDir, compiledDir].map((folder) => join(folder, 'console', 'current')));
const building = builder({
  ...{ db: store.db, holder, now, leaves: () => machine.leavesBuilds(), getReady: commands.getReady },
  run: stepRunner({
    ...{ store, content, now, metrics },
    run: commands.run,
    requestPictures: () => building.request('pictures'),
    onProblem: (error, task) => told(task)(error),
  }),
});
const desk = openDesk(content);
const setup = new Setup({ desk, allowedHosts: settings.allowedHosts, commands, now, newName: newToken });
const about = aboutRoom({ environment, settings, content });
const backUpWhenDue = backupSchedule({
  folder: settings.backupDir,
  everyHours: settings.backupHours,
  run: commands.backUp,
  now,
});
/** Starts at once unless another sidecar is building. */
const requestBuild = (step?: Step) =>
  building.request(step).then(() => void building.work('build').catch(told('building')));
const shownContent = () => contentFolder(environment.env, roomDir, existsSync);
const watch = contentWatch({ ...building, db: store.db, contentDir: shownContent, request: requestBuild, now });
const wallets = walletsOrEnd(settings, { db: store.db, now, send: outgoing.send });
const onTrouble = (error: Error) => told('asking the wallet')(error);
const work = openWork({ db: store.db, now, grants: grantsForWork(store.db) });
const access = openAccess({ db: store.db, ...wallets, now, onTrouble, outgoing, offersWorkTo: work.isOffered });
const transcription = openTranscription({
  ...{ store, outgoing, settings, now, desk, duties, live: () => live.current, giveBack: access.giveBack },
  onProblem: (error) => told('transcribing')(error),
});

const nexus = runNexus({
  settings,
  outgoing,
  store,
  live: () => live.current,
  now,
  random: Math.random,
  onProblem: (error, task) => told(task)(error),
  onFailure: (reason, isRefused) =>
    isRefused
      ? app.log.warn({ reason }, 'the Nexus refuses this room; npm run doctor says why')
      : app.log.info({ reason }, 'the Nexus could not be told of this room; it is repeated'),
});

const onDamage = (message: string) => mend('serving the live release', message);
const stopping = () => stop.stopping();
const damaged = watchDamage({ live: () => live.current, onTrouble: onDamage, now, stopping });
const agentOf = knownAgents({
  baseUrl: () => live.current.facts.baseUrl,
  get: jsonGetter(outgoing, { bytes: directoryBytes, timeoutMs: 3000 }),
  allowedHosts: settings.allowedHosts,
});
const sales = openSales({
  ...{ store, access, desk, about, live: () => live.current, wallet: wallets.wallet, send: outgoing.send },
  requestBuild: () => watch.request('build'),
});
const stop = stopper({ drainMs: settings.drainSeconds * 1000, end: endAll, endAtOnce: () => process.exit(1), now });
const app = createApp({
  agentOf,
  settings: { ...settings, maxConnections: connectionsPossible(settings.maxConnections) },
  nexus: nexus.nexus,
  live: () => live.current,
  store,
  calls,
  emit,
  access,
  work,
  transcription,
  metrics,
  stopping,
  role: settings.role,
  damage: damaged.damage,
  onUnread: damaged.suspect,
  pressure: watchPressure(settings.shed),
  now,
  ...(builds && {
    console: { renderer: renderer.current, desk, builds: { ...building, request: watch.request }, about, setup },
  }),
});
const heal = healer(building.request, now);
const mend = (task: string, message: string): void => {
  told(task)(new Error(message));
  if (builds) heal().catch(told('asking for a build'));
};
onRefused = ({ message }) => mend('taking the new release', message);

const told = problemTeller((task, err) => app.log.error({ err }, `${task} failed; it is tried again`), now);
tellOfStore = told('a query');

await (builds ? openNoted(store, content, console.error) : reach(store)).catch((error: Error) => {
  const trouble = storeTrouble(error);
  if (trouble === 'lost') console.error(`${error.message} Until then pages are served, and nothing is accepted.`);
  if (trouble) return;
  console.error(`The store cannot be opened: ${error.message}`);
  process.exit(configurationError);
});
await readClock().catch(told('reading the clock of the store'));
// Before the first request, so that a client finds the log begun.
const recordChanges = changeRecorder(store.db, () => live.current, now, announceChanges, fleet?.isEverywhere);
await recordChanges().catch(told('recording changes'));
waiting.close();
await app.listen({ host: settings.host, port: waiting.port }).catch(cannotListen('PORT', waiting.port));
const metricsServer =
  metrics &&
  (await serveMetrics(metrics.text, settings.host, settings.metricsPort!).catch(
    cannotListen('METRICS_PORT', settings.metricsPort!),
  ));
if (works || builds) transcription.start();
const notices = openNotices({ store, content, settings, live: () => live.current, post: poster(outgoing) });
if (builds) await notices.look().catch(told('reading whom to tell'));
const events =
  works &&
  runEvents({
    ...{ store, now, random: Math.random, isEverywhere: fleet?.isEverywhere },
    live: () => live.current,
    post: notices.post,
    onProblem: (error, task) => told(task)(error),
    ...(metrics && { onOutcome: metrics.delivered }),
  });
if (works) nexus.start();
await takeOver(store, builds ? content : undefined, now(), told('taking over from a sidecar that was killed'));
const deaf = access.listen();
const machine = reporter(store, settings, { version: program.version, release: () => live.current.id, now, aheadMs });
const workTasks = () => [
  every(2000, access.settleDue, told('looking for payments')),
  every(6000, access.compareNext, told('comparing the books with the wallet')),
  every(5000, access.catchUp, told('asking the wallet what it received')),
  every(10 * minute, access.keepWallets, told('keeping the settings of the wallet')),
  every(5000, () => work.fill(live.current), told('filling the pool of tasks')),
  every(60 * minute, () => deleteExpiredRows(store.db, holder, now), told('deleting expired rows')),
];
const buildTasks = () => [
  ...(['build', 'read'] as const).map((track) => every(250, () => building.work(track), told(`${track}ing`))),
  every(5000, () => watch.look(), told('looking for changed content')),
  every(1000, embargoes({ desk, store, request: building.request, now }), told('lifting embargoes')),
  every(5000, notices.look, told('reading whom to tell')),
  every(2000, renderer.look, told('loading the console')),
  every(10_000, sales.testWallet, told('testing the wallet')),
  every(5000, () => building.requestDue(settings.ingestMinutes * minute), told('asking for a build')),
  every(minute, backUpWhenDue, told('backing up')),
];
const lagging = lagWatch(store.db, () => live.current.id, now);
const tellDue = () => tellInTime({ db: store.db, contentDir: content, now: now(), ...wallets, lagging });
const ends = [
  every(5000, readClock, told('reading the clock of the store')),
  every(5000, () => calls.flush(), told('counting calls')),
  every(1000, recordChanges, told('recording changes')),
  every(5000, damaged.look, told('looking at the live release')),
  ...(store.kind === 'postgres' ? [every(1000, machine.report, told('reporting to the fleet'))] : []),
  ...(works ? workTasks() : []),
  ...(builds ? buildTasks() : []),
  ...(works || builds ? [every(minute, tellDue, told('telling what is due'))] : []),
];

async function endAll(): Promise<void> {
  live.close();
  await Promise.all([
    commands.stop(),
    closeServer(app.server, () => app.close(), graceMs),
    transcription.stop(),
    events && events.stop(),
    nexus.stop(),
    ...ends.map((end) => end()),
    fleet?.stop(),
  ]);
  deaf();
  for (const { close } of Object.values(wallets)) close();
  metricsServer?.close();
  await calls.flush().catch(told('counting calls'));
  await machine.leave().catch(() => undefined);
  await store.close();
}
end = stop.onSignal;

await tellAddresses({ env: environment.env, settings, port: waiting.port, db: store.db, builds, now: now() });
if (builds) await sales.warn(app.log);
if (metrics) console.log(`Metrics     http://${settings.host}:${settings.metricsPort}/metrics`);
report({ kind: 'listening', port: waiting.port });
