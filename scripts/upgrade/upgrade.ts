// Brings a clone of the program to another version: tried on the side, switched to, and taken back where the room does not come up.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { isRunning, restartRoom, type RunningRoom } from './running-room.ts';
import { besideOf, type Places, switchBack, switchOver } from './switch.ts';
import { runIn, tryOut } from './trial.ts';
import { checkOutBeside, nameOfVersion, newerVersion, removeBeside } from './versions.ts';

export interface UpgradeDeps {
  env: Environment;
  root: string;
  room: RunningRoom;
  /** Gives the folder of the copy. */
  backUp: () => Promise<string>;
  say: (line: string) => void;
}

const placesOf = ({ root }: UpgradeDeps): Places => ({ root, folder: join(root, '.cache', 'upgrade') });

/** A release made by the version that is here now. */
const rebuild = ({ env, root }: UpgradeDeps): Promise<void> => runIn(root, env, 'build');

/** Starts the room again where it runs; throws where it is not ready then. */
async function bringUp(deps: UpgradeDeps): Promise<void> {
  if (!(await isRunning(deps.room))) return deps.say('No room runs here: start it with npm start.');
  deps.say('The room starts again…');
  await restartRoom(deps.room);
  await rebuild(deps);
  deps.say(`The room is ready: ${deps.room.origin}`);
}

export async function goBack(deps: UpgradeDeps): Promise<void> {
  const { copy, noWayBack } = await switchBack(placesOf(deps));
  deps.say(`Back at ${await nameOfVersion(deps.root)}.`);
  if (noWayBack) throw new Error(`${noWayBack} That backup is ${copy}. Stop the room first.`);
  await bringUp(deps);
}

/** Tries the version; nothing of the room is changed. Gives undefined where it is here already. */
async function prepare(deps: UpgradeDeps, named: string | undefined) {
  const { env, root, say, backUp } = deps;
  const places = placesOf(deps);
  const beside = besideOf(places);
  const commit = await newerVersion(root, named);
  if (!commit) return undefined;
  await checkOutBeside(root, commit, beside);
  say(`Upgrade: from ${await nameOfVersion(root)} to ${await nameOfVersion(beside)}; .github/CHANGELOG.md there says what is new`); // prettier-ignore
  const copy = await backUp();
  say(`Backup: ${copy}`);
  say(`Trial: the new version builds a copy of the room, in ${beside}`);
  const noWayBack = await tryOut({ env, root, beside, copy, room: join(places.folder, 'room') });
  return { copy, noWayBack };
}

/** Throws where nothing was changed, or all was taken back. */
export async function upgrade(deps: UpgradeDeps, named: string | undefined, isTrial: boolean): Promise<void> {
  const places = placesOf(deps);
  try {
    const tried = await prepare(deps, named);
    if (!tried) return deps.say(`${await nameOfVersion(deps.root)} is the newest version already.`);
    if (isTrial) return deps.say('The trial went well. Nothing was changed.');
    await switchOver(places, tried);
  } finally {
    if (existsSync(besideOf(places))) await removeBeside(deps.root, besideOf(places));
  }
  deps.say(`Switched to ${await nameOfVersion(deps.root)}; npm run upgrade -- --back goes back.`);
  try {
    await bringUp(deps);
  } catch (error) {
    deps.say(`${(error as Error).message} The version before is put back.`);
    await goBack(deps);
    throw error;
  }
}
