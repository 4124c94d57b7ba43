// Starts the sidecar: settings, the live release, then listen.
import { join, resolve } from 'node:path';
import process from 'node:process';
import { readSettings } from '#domain/settings.ts';
import { createApp } from './app.ts';
import { callCounter } from './http/calls.ts';
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
const app = createApp({ settings, live: () => live.current, store, calls, now: Date.now });
const flushing = setInterval(
  () => calls.flush().catch((err: Error) => app.log.error({ err }, 'calls were not counted')),
  5000,
);

async function stop(): Promise<void> {
  live.close();
  clearInterval(flushing);
  await app.close();
  await calls.flush();
  await store.close();
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);

await app.listen({ host: settings.host, port: settings.port }).catch((error: NodeJS.ErrnoException) => {
  const advice = error.code === 'EADDRINUSE' ? 'It is in use: set PORT to another one.' : error.message;
  console.error(`Cannot listen on ${settings.host}:${settings.port}. ${advice}`);
  process.exit(1);
});
const address = app.server.address();
const port = typeof address === 'object' ? address?.port : settings.port;
const at = process.env.BASE_URL ? settings.baseUrl : settings.baseUrl.replace(/:\d+$/, `:${port}`);
console.log(`Media room  ${at}/\nAPI index   ${at}/api/agent\nllms.txt    ${at}/llms.txt`);
