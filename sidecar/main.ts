// Starts the sidecar: settings, the live release, then listen.
import { join, resolve } from 'node:path';
import process from 'node:process';
import { readSettings, type Settings } from '#domain/settings.ts';
import { createApp } from './app.ts';
import { builder } from './builds/builder.ts';
import { commandRunner } from './builds/run-command.ts';
import { callCounter } from './http/calls.ts';
import { newToken } from './http/tokens.ts';
import { followRelease } from './release/follow.ts';
import { openStore } from './store/store.ts';

function settingsOrEnd(): Settings {
  try {
    return readSettings(process.env, resolve(import.meta.dirname, '..'));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
const settings = settingsOrEnd();
const store = await openStore({ databaseUrl: settings.databaseUrl, file: join(settings.dataDir, 'greenroom.db') });
// Nothing is waited for from here until `app` is there: what follows the release speaks through its log.
const live = await followRelease(
  settings.distDir,
  (release) => app.log.info({ release: release.id }, 'new release is live'),
  (error) => app.log.error({ err: error }, 'the new release could not be taken; the old one stays'),
).catch((error: Error) => {
  console.error(`No release in ${settings.distDir} (${error.message}). Run \`npm run build\` first.`);
  process.exit(1);
});
const calls = callCounter(store.db, Date.now);
const app = createApp({ settings, live: () => live.current, store, calls, now: Date.now });

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

async function end(): Promise<void> {
  live.close();
  for (const timer of [flushing, building, asking]) clearInterval(timer);
  commands.stop();
  await app.close();
  await calls.flush();
  await store.close();
}
let ending: Promise<void> | undefined;
/** Ctrl-C comes several times: to every process of the terminal, and again from those that hand it on. */
const stop = (): void => void (ending ??= end());
process.on('SIGINT', stop).on('SIGTERM', stop);

await app.listen({ host: settings.host, port: settings.port }).catch((error: NodeJS.ErrnoException) => {
  const advice = error.code === 'EADDRINUSE' ? 'It is in use: set PORT to another one.' : error.message;
  console.error(`Cannot listen on ${settings.host}:${settings.port}. ${advice}`);
  process.exit(1);
});
const address = app.server.address();
const port = typeof address === 'object' ? address?.port : settings.port;
const at = process.env.BASE_URL ? settings.baseUrl : settings.baseUrl.replace(/:\d+$/, `:${port}`);
console.log(`Media room  ${at}/\nAPI index   ${at}/api/agent\nllms.txt    ${at}/llms.txt`);
