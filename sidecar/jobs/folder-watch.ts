// Tells which files of a folder may have changed, so that not every one of many thousands has to be looked at.
import { type FSWatcher, statfsSync, statSync, watch } from 'node:fs';
import { platform } from 'node:process';
import { setImmediate as turn } from 'node:timers/promises';

/** Names of files that may have changed since the last call; undefined where any may have. */
export type FolderWatch = () => Promise<ReadonlySet<string> | undefined>;

/** Linux tells of every change on these (statfs(2)): nobody writes into them but through this machine. */
const local = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994, 0x794c7630, 0x2fc12fc1]);

/** inotify(7) forgets what is more than its queue holds, which is 16,384 by default. */
const mostEvents = 4000;

interface Watching {
  watcher: FSWatcher;
  /** Of the folder: another one may come to lie where it was. */
  inode: number;
  names: Set<string>;
  events: number;
}

function start(folder: string): Watching | undefined {
  if (platform !== 'linux') return undefined;
  try {
    if (!local.has(statfsSync(folder).type)) return undefined;
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      watching.events += name === null ? Infinity : 1;
      if (name !== null && watching.events <= mostEvents) watching.names.add(name);
    });
    const watching: Watching = { watcher, inode: statSync(folder).ino, names: new Set(), events: 0 };
    watcher.on('error', () => (watching.events = Infinity));
    return watching;
  } catch {
    return undefined;
  }
}

export function folderWatch(folder: string): FolderWatch {
  let watching: Watching | undefined;
  return async () => {
    // What was told until now is heard.
    for (let i = 0; i < 2; i++) await turn();
    const isSame = watching !== undefined && statSync(folder, { throwIfNoEntry: false })?.ino === watching.inode;
    if (isSame && watching!.events <= mostEvents) {
      const { names } = watching!;
      Object.assign(watching!, { names: new Set(), events: 0 });
      // Something has changed, or nobody would ask: where nothing was told, a look is surer.
      return names.size > 0 ? names : undefined;
    }
    watching?.watcher.close();
    watching = start(folder);
    return undefined;
  };
}
