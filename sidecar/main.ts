// Starts the sidecar: settings, the live release, then listen.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { contentFolder, readSettings, type Settings } from '#domain/settings.ts';
import { createApp } from './app.ts';
import { builder } from './builds/builder.ts';
import { commandRunner } from './builds/run-command.ts';
import { emit } from './events/emit.ts';
import { runEvents } from './events/run.ts';
import { every } from './every.ts';
import { callCounter, callsIn30Days } from './http/calls.ts';
import { safePost } from './http/safe-post.ts';
import { newToken } from './http/tokens.ts';
import { writeCalls } from './release/calls-file.ts';
import { followRelease } from './release/follow.ts';
import { openStore } from './store/store.ts';

const root = resolve(import.meta.dirname, '..');
function settingsOrEnd(): Settings {
  try {
    return readSettings(process.env, root);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
const settings = settingsOrEnd();
const store = await openStore({ databaseUrl: settings.databaseUrl, file: join(settings.dataDir, 'greenroom.db') });
// Nothing is waited for from the release to `app`, since what follows the release speaks through the log of `app`.
const live = await followRelease(
  settings.distDir,
  (release) => app.log.info({ release: release.id }, 'new release is live'),
  (error) => app.log.error({ err: error }, 'the new release could not be taken; the old one stays'),
).catch((error: Error) => {
  console.error(`No release in ${settings.distDir} (${error.message}). Run \`npm run build\` first.`);
  process.exit(1);
});
const calls = callCounter(store.db, Date.now);
const app = createApp({ settings, live: () => live.current, store, calls, emit, now: Date.now });

const told = (task: string) => (err: Error) => app.log.error({ err }, `${task} failed; it is tried again`);

const content = contentFolder(process.env, root, existsSync);
const commands = commandRunner(settings.baseUrl);
const builds = builder({
  db: store.db,
  holder: `${process.pid}-${newToken()}`,
  now: Date.now,
  run: async (step) => {
    const counted = await callsIn30Days(store.db, Date.now());
    return writeCalls(content, counted).then(
      () => commands.run(step),
      (error: Error) => ({ ok: false, output: error.message }),
    );
  },
});

await app.listen({ host: settings.host, port: settings.port }).catch((error: NodeJS.ErrnoException) => {
  const advice = error.code === 'EADDRINUSE' ? 'It is in use: set PORT to another one.' : error.message;
  console.error(`Cannot listen on ${settings.host}:${settings.port}. ${advice}`);
  process.exit(1);
});
const events = await runEvents({
  store,
  live: () => live.current,
  post: safePost(settings),
  now: Date.now,
  random: Math.random,
  onProblem: (error, task) => told(task)(error),
});
const minute = 60_000;
const ends = [
  every(5000, () => calls.flush(), told('counting calls')),
  every(1000, () => builds.work(), told('building')),
  every(minute, () => builds.requestDue(settings.ingestMinutes * minute), told('asking for a build')),
];

async function endAll(): Promise<void> {
  live.close();
  commands.stop();
  await Promise.all([app.close(), events.stop(), ...ends.map((end) => end())]);
  await calls.flush();
  await store.close();
}
let ending: Promise<void> | undefined;
/** Ctrl-C comes several times: to every process of the terminal, and again from those that hand it on. */
const stop = (): void => void (ending ??= endAll());
process.on('SIGINT', stop).on('SIGTERM', stop);

const address = app.server.address();
const port = typeof address === 'object' ? address?.port : settings.port;
const at = process.env.BASE_URL ? settings.baseUrl : settings.baseUrl.replace(/:\d+$/, `:${port}`);
console.log(`Media room  ${at}/\nAPI index   ${at}/api/agent\nllms.txt    ${at}/llms.txt`);
