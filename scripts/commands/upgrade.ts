// npm run upgrade: changes to another version of the program after trying it on the side, and goes back.
import { isCompiled } from '../../sidecar/settings/root.ts';
import { backUpRoom } from '../back-up.ts';
import { root, settings as readSettings } from '../settings.ts';
import { goBack, upgrade as upgradeTo, type UpgradeParts } from '../upgrade/upgrade.ts';
import { command, UsageError } from './command.ts';

const ofPackage = `A package is upgraded by installing the new one into a folder of its own, with the same room:
  npx greenroom backup
  npm install --prefix ~/greenroom-new ./greenroom-VERSION.tgz
  npx --prefix ~/greenroom-new greenroom start    (after the old one was stopped)
The old folder is the way back, until you delete it. An image of a container is replaced in the same way, by its tag.`;

/** Addresses that stand for all of a machine's own. */
const everywhere = ['0.0.0.0', '::'];

function partsOf(settings: ReturnType<typeof readSettings>): UpgradeParts {
  const { host, port, dataDir, drainSeconds } = settings;
  const name = everywhere.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return {
    root,
    room: { origin: `http://${name}:${port}`, dataDir, stopSeconds: drainSeconds + 60, startSeconds: 120 },
    backUp: async () => (await backUpRoom(settings)).path,
    say: (line) => console.log(line),
  };
}

export const upgrade = command({
  summary: 'Brings this clone to a newer version: tried on the side, switched to, and taken back if the room fails.',
  examples: [
    ['', 'to the newest commit of the branch that this one follows'],
    ['--to v0.4.0', 'to a tag, a commit, or a branch such as origin/next'],
    ['--try', 'stops before the switch'],
    ['--back', 'to the version before the last upgrade'],
  ],
  options: {
    to: { type: 'string', value: 'VERSION', doc: 'a tag, a commit, or a branch such as origin/next' },
    try: { type: 'boolean', doc: 'changes nothing: installs, builds and migrates a copy on the side' },
    back: { type: 'boolean', doc: 'goes back; what was written since stays' },
  },
  details:
    'Makes a backup, installs the packages beside the old ones, builds a copy of the room with the new version and migrates a copy of its store. ' +
    'Then the room starts again on the new version, and on the old one where it is not ready.',
  endings: { 0: 'the version is here', 1: 'nothing was changed, or all was taken back; the lines above say why' },
  run: async ({ values }) => {
    if (values.back && (values.to !== undefined || values.try)) throw new UsageError('--back takes no other option.');
    if (isCompiled) throw new Error(ofPackage);
    const settings = readSettings();
    await (values.back ? goBack(partsOf(settings)) : upgradeTo(partsOf(settings), values.to, values.try));
    return 0;
  },
});
