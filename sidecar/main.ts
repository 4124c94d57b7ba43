// Starts the sidecar: settings, the live release, then listen.
import { join, resolve } from 'node:path';
import process from 'node:process';
import { readSettings } from '#domain/settings.ts';
import { createApp } from './app.ts';
import { builder } from './builds/builder.ts';
import { commandRunner } from './builds/run-command.ts';
import { emit } from './events/emit.ts';
import { runEvents } from './events/run.ts';
import { callCounter } from './http/calls.ts';
import { safePost } from './http/safe-post.ts';
import { newToken } from './http/tokens.ts';
import { followRelease } from './release/follow.ts';
import { openStore } from './store/store.ts';

const settings = readSettings(process.env, resolve(import.meta.dirname, '..'));
const live = await followRelease(
  settings.distDir,
  (release) => app.log.info({ release: release.id }, 'new release is live'),
  (error) => app.log.error({ err: error }, 'the new release could not be taken; the old one stays'),
).catch((error: Error) => {
  console.error(`No release in ${settings.distDir} (${error.message}). Run \`npm run build\` first.`);
  process.exit(1);
});
const store = await openStore({ databaseUrl: settings.databaseUrl, file: join(settings.dataDir, 'greenroom.db') });
const calls = callCounter(store.db, Date.now);
const app = createApp({ settings, live: () => live.current, store, calls, emit, now: Date.now });

/** Does a job again and again, never twice at once; a failure is logged and the next round comes. */
function every(ms: number, failure: string, job: () => Promise<unknown>): NodeJS.Timeout {
  let busy = false;
  return setInterval(async () => {
    if (busy) return;
    busy = true;
    await job().catch((err: Error) => app.log.error({ err }, failure));
    busy = false;
  }, ms);
}
const flushing = every(5000, 'calls were not counted', () => calls.flush());

const commands = commandRunner(settings.baseUrl);
const builds = builder({ db: store.db, holder: `${process.pid}-${newToken()}`, now: Date.now, run: commands.run });
const building = every(1000, 'the build was not done', () => builds.work());
const asking = every(60_000, 'the time of the next build is not known', () =>
  builds.requestDue(settings.ingestMinutes * 60_000),
);

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
  onProblem: (err, task) => app.log.error({ err }, `${task} failed; it is tried again`),
});

async function stop(): Promise<void> {
  live.close();
  for (const timer of [flushing, building, asking]) clearInterval(timer);
  commands.stop();
  await Promise.all([app.close(), events.stop()]);
  await calls.flush();
  await store.close();
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);

const address = app.server.address();
const port = typeof address === 'object' ? address?.port : settings.port;
const at = process.env.BASE_URL ? settings.baseUrl : settings.baseUrl.replace(/:\d+$/, `:${port}`);
console.log(`Media room  ${at}/\nAPI index   ${at}/api/agent\nllms.txt    ${at}/llms.txt`);
