// Upgrades a clone of the program: tries the other version, switches to it, and goes back if the room does not start.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { trialFolder, type UpgradeFolders, switchBack, switchToTrial } from './switch.ts';
import { runIn, runTrial } from './trial.ts';
import { checkOutTrial, describeVersion, findNewerVersion, removeTrial } from './versions.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestRestart, isRestartRequested } from '../serve/restart.ts';

export interface RunningRoom {
  origin: string;
  dataDir: string;
  /** Time limits in seconds for stopping, and for starting again, which includes compiling. */
  stopSeconds: number;
  startSeconds: number;
}

const fetchStatus = (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => status,
    () => 0,
  );

const isRunning = async ({ origin }: RunningRoom): Promise<boolean> => (await fetchStatus(`${origin}/healthz`)) === 200;

async function waitUntil(condition: () => Promise<boolean> | boolean, seconds: number): Promise<boolean> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    if (await condition()) return true;
    await sleep(500);
  }
  return false;
}

/** Restarts the room. Throws an Error if it does not come back. */
async function restartRoom(room: RunningRoom): Promise<void> {
  requestRestart(room.dataDir);
  if (!(await waitUntil(() => !isRestartRequested(room.dataDir), room.stopSeconds)))
    throw new Error('The room did not restart.');
  if (!(await waitUntil(async () => (await fetchStatus(`${room.origin}/readyz`)) === 200, room.startSeconds)))
    throw new Error(`The room is not ready after the restart: ${room.origin}/readyz.`);
}

export interface UpgradeDeps {
  env: Environment;
  root: string;
  room: RunningRoom;
  /** Makes a backup and returns its folder. */
  backUp: () => Promise<string>;
  print: (line: string) => void;
}

const upgradeFolders = ({ root }: UpgradeDeps): UpgradeFolders => ({ root, folder: join(root, '.cache', 'upgrade') });

/** Builds a release with the version that is installed now. */
const rebuild = ({ env, root }: UpgradeDeps): Promise<void> => runIn(root, env, 'build');

/** Restarts the room if it is running. Throws an Error if it is not ready afterwards. */
async function restartAndBuild(deps: UpgradeDeps): Promise<void> {
  if (!(await isRunning(deps.room))) return deps.print('No room is running. Start it with npm start.');
  deps.print('Restarting the room…');
  await restartRoom(deps.room);
  await rebuild(deps);
  deps.print(`The room is ready: ${deps.room.origin}`);
}

export async function goBack(deps: UpgradeDeps): Promise<void> {
  const { copy, noWayBack } = await switchBack(upgradeFolders(deps));
  deps.print(`Back at ${await describeVersion(deps.root)}.`);
  if (noWayBack) throw new Error(`${noWayBack} That backup is ${copy}. Stop the room first.`);
  await restartAndBuild(deps);
}

/** Tries the version without changing the room. Returns undefined if it is installed already. */
async function prepareUpgrade(deps: UpgradeDeps, requested: string | undefined) {
  const { env, root, print, backUp } = deps;
  const folders = upgradeFolders(deps);
  const trial = trialFolder(folders);
  const commit = await findNewerVersion(root, requested);
  if (!commit) return undefined;
  await checkOutTrial(root, commit, trial);
  print(
    `Upgrade: from ${await describeVersion(root)} to ${await describeVersion(trial)}. See .github/CHANGELOG.md there for the changes`,
  );
  const copy = await backUp();
  print(`Backup: ${copy}`);
  print(`Trial: building a copy of the room with the new version in ${trial}`);
  const noWayBack = await runTrial({ env, root, trialFolder: trial, copy, room: join(folders.folder, 'room') });
  return { copy, noWayBack };
}

/** Upgrades the program. Throws an Error if nothing was changed or everything was undone. */
export async function upgrade(deps: UpgradeDeps, requested: string | undefined, isTrial: boolean): Promise<void> {
  const folders = upgradeFolders(deps);
  try {
    const tried = await prepareUpgrade(deps, requested);
    if (!tried) return deps.print(`${await describeVersion(deps.root)} is already the newest version.`);
    if (isTrial) return deps.print('The trial succeeded. Nothing was changed.');
    await switchToTrial(folders, tried);
  } finally {
    if (existsSync(trialFolder(folders))) await removeTrial(deps.root, trialFolder(folders));
  }
  deps.print(`Switched to ${await describeVersion(deps.root)}. To go back, run npm run upgrade -- --back.`);
  try {
    await restartAndBuild(deps);
  } catch (error) {
    deps.print(`${(error as Error).message} Going back to the previous version.`);
    await goBack(deps);
    throw error;
  }
}
