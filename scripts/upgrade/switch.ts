// Switches to the version of a successful trial, and back to the previous version.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasOwnPackages } from './trial.ts';
import { runGit } from './versions.ts';

/** Record of an upgrade, which going back requires. */
export interface SwitchRecord {
  from: string;
  to: string;
  /** Folder of the backup made before the upgrade. */
  copy: string;
  /** Reason why the previous version cannot work with the store. */
  noWayBack?: string | undefined;
}

export interface UpgradeFolders {
  /** Folder of the program. */
  root: string;
  /** Folder for upgrades inside the program folder, so that packages are moved and not copied. */
  folder: string;
}

export const trialFolder = ({ folder }: UpgradeFolders): string => join(folder, 'next');
const previousPackages = ({ folder }: UpgradeFolders): string => join(folder, 'before', 'node_modules');
const switchRecordFile = ({ folder }: UpgradeFolders): string => join(folder, 'switched.json');

function readSwitchRecord(folders: UpgradeFolders): SwitchRecord | undefined {
  const note = switchRecordFile(folders);
  return existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as SwitchRecord) : undefined;
}

/** Moves each folder to the place of the next one. */
function move(...folders: string[]): void {
  for (let at = folders.length - 1; at > 0; at--) {
    mkdirSync(dirname(folders[at]!), { recursive: true });
    renameSync(folders[at - 1]!, folders[at]!);
  }
}

/**
 * Switches to the tried version. Local changes to files that are the same in both versions remain; git refuses if any
 * would be lost.
 */
export async function switchToTrial(folders: UpgradeFolders, note: Omit<SwitchRecord, 'from' | 'to'>): Promise<void> {
  const { root } = folders;
  const from = await runGit(root, 'rev-parse', 'HEAD');
  const to = await runGit(trialFolder(folders), 'rev-parse', 'HEAD');
  await runGit(root, 'reset', '--quiet', '--keep', to);
  rmSync(previousPackages(folders), { recursive: true, force: true });
  if (hasOwnPackages(trialFolder(folders)))
    move(join(trialFolder(folders), 'node_modules'), join(root, 'node_modules'), previousPackages(folders));
  writeFileSync(
    switchRecordFile(folders),
    `${JSON.stringify({ from, to, ...note } satisfies SwitchRecord, null, 2)}\n`,
  );
}

/** Switches back. Throws an Error if commits since the upgrade would be lost. */
export async function switchBack(folders: UpgradeFolders): Promise<SwitchRecord> {
  const { root, folder } = folders;
  const last = readSwitchRecord(folders);
  if (!last) throw new Error('There is no version to go back to, because no upgrade was made here.');
  if ((await runGit(root, 'rev-parse', 'HEAD')) !== last.to)
    throw new Error(`There are commits since the upgrade. Go back with git, to ${last.from}.`);
  await runGit(root, 'reset', '--quiet', '--keep', last.from);
  const discarded = join(folder, 'gone');
  if (existsSync(previousPackages(folders))) move(previousPackages(folders), join(root, 'node_modules'), discarded);
  rmSync(discarded, { recursive: true, force: true });
  rmSync(switchRecordFile(folders));
  return last;
}
