// Puts a version that was tried in the place of the one that is here, and the one before back.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasOwnPackages } from './trial.ts';
import { git } from './versions.ts';

/** What the way back needs. */
export interface Switched {
  from: string;
  to: string;
  /** The backup of before. */
  copy: string;
  /** Why the version before cannot work with the store. */
  noWayBack?: string | undefined;
}

export interface Places {
  /** The program. */
  root: string;
  /** Below it, so that packages are moved, not copied. */
  folder: string;
}

export const besideOf = ({ folder }: Places): string => join(folder, 'next');
const packagesBefore = ({ folder }: Places): string => join(folder, 'before', 'node_modules');
const noteOf = ({ folder }: Places): string => join(folder, 'switched.json');

function lastSwitch(places: Places): Switched | undefined {
  const note = noteOf(places);
  return existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as Switched) : undefined;
}

/** Each is moved to the place of the next. */
function move(...folders: string[]): void {
  for (let at = folders.length - 1; at > 0; at--) {
    mkdirSync(dirname(folders[at]!), { recursive: true });
    renameSync(folders[at - 1]!, folders[at]!);
  }
}

/** Keeps local changes to files that are the same in both versions; git refuses if any would be lost. */
export async function switchOver(places: Places, note: Omit<Switched, 'from' | 'to'>): Promise<void> {
  const { root } = places;
  const [from, to] = [await git(root, 'rev-parse', 'HEAD'), await git(besideOf(places), 'rev-parse', 'HEAD')];
  await git(root, 'reset', '--quiet', '--keep', to);
  rmSync(packagesBefore(places), { recursive: true, force: true });
  if (hasOwnPackages(besideOf(places)))
    move(join(besideOf(places), 'node_modules'), join(root, 'node_modules'), packagesBefore(places));
  writeFileSync(noteOf(places), `${JSON.stringify({ from, to, ...note } satisfies Switched, null, 2)}\n`);
}

/** Throws where something was committed since, which would be lost. */
export async function switchBack(places: Places): Promise<Switched> {
  const { root, folder } = places;
  const last = lastSwitch(places);
  if (!last) throw new Error('There is no version to go back to: none was upgraded here.');
  if ((await git(root, 'rev-parse', 'HEAD')) !== last.to)
    throw new Error(`Something was committed since the upgrade: go back with git, to ${last.from}.`);
  await git(root, 'reset', '--quiet', '--keep', last.from);
  const gone = join(folder, 'gone');
  if (existsSync(packagesBefore(places))) move(packagesBefore(places), join(root, 'node_modules'), gone);
  rmSync(gone, { recursive: true, force: true });
  rmSync(noteOf(places));
  return last;
}
