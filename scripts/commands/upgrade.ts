// Runs npm run upgrade.
import { isCompiled } from '../../sidecar/settings/root.ts';
import { backUpRoom } from '../back-up.ts';
import { type Io, print } from '../io.ts';
import { root, settings as readSettings } from '../settings.ts';
import { goBack, upgrade as upgradeTo, type UpgradeDeps } from '../upgrade/upgrade.ts';
import { command, UsageError } from './command.ts';

const packageAdvice = `A package is upgraded by installing the new one into a folder of its own, with the same room:
  npx greenroom backup
  npm install --prefix ~/greenroom-new ./greenroom-VERSION.tgz
  npx --prefix ~/greenroom-new greenroom start    (after the old one was stopped)
The old folder is the way back, until you delete it. An image of a container is replaced in the same way, by its tag.`;

/** Addresses that mean all network interfaces. */
const allInterfaces = ['0.0.0.0', '::'];

function upgradeDeps(io: Io, settings: ReturnType<typeof readSettings>): UpgradeDeps {
  const { host, port, dataDir, drainSeconds } = settings;
  const name = allInterfaces.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return {
    env: io.env,
    root,
    room: { origin: `http://${name}:${port}`, dataDir, stopSeconds: drainSeconds + 60, startSeconds: 120 },
    backUp: async () => (await backUpRoom(io.env, settings)).path,
    print: (line) => print(io, line),
  };
}

export const upgrade = command('upgrade', async ({ values }, io) => {
  if (values.back && (values.to !== undefined || values.try)) throw new UsageError('--back takes no other option.');
  if (isCompiled) throw new Error(packageAdvice);
  const settings = readSettings(io.env);
  await (values.back ? goBack(upgradeDeps(io, settings)) : upgradeTo(upgradeDeps(io, settings), values.to, values.try));
  return 0;
});
