// The full-text indexes of a release: of what everybody may find, and apart from it of the texts that have a price.
import { constants, copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { textsHavePrice } from '#domain/access/access.ts';
import { differenceOf } from '#domain/lists/parts.ts';
import { pricedTextsOf, searched, textsOf } from '#domain/search/room-texts.ts';
import { stemmerOf } from '#domain/search/stems.ts';
import { pricedTextsFile, textsFile, updateIndex } from '#domain/search/text-index.ts';
import type { Plan } from './plan.ts';
import { type Remembered, remembered } from './remembered.ts';
import type { Settings } from './seal-files.ts';

/** What lies in each. */
const indexes = { [textsFile]: textsOf, [pricedTextsFile]: pricedTextsOf };
type Name = keyof typeof indexes;

/** A crash leaves a folder that is no release, so that nothing here has to be durable. */
const pragmas = 'pragma journal_mode = off; pragma synchronous = off; pragma page_size = 8192;';

/** `before` describes the release that the index in `folder` was made for, if this process made it. */
function update(folder: string, name: Name, { codeHash }: Settings, plan: Plan, before: Remembered | undefined): void {
  const { room, bodyOf } = plan;
  const database = new DatabaseSync(join(folder, name));
  try {
    database.exec(pragmas);
    const { language, name: creator, otherNames, publication, themes } = room.creator;
    const salt = codeHash + JSON.stringify([language, creator, otherNames, publication, themes]);
    const known = before?.frame === plan.frame ? before : undefined;
    const { come, gone } = differenceOf(known?.searched ?? [], searched(room));
    const change = { wanted: indexes[name](room, come, bodyOf), gone: known && gone.map(({ id }) => id) };
    updateIndex(database, salt, change, stemmerOf(language));
  } finally {
    database.close();
  }
}

/** The index of a release that is served must not change. A spare folder from an older version may hold a hard link to it. */
const isShared = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.nlink !== 1;

/** Writes into the index that the folder has already, or into a copy of that of the live release, what changed. */
function write(settings: Settings, plan: Plan, name: Name): void {
  const { tree, previous } = settings;
  const file = join(tree.dir, name);
  if (!isShared(file))
    try {
      return update(tree.dir, name, settings, plan, tree.old && remembered.get(tree.old.entries));
    } catch {
      // Only that of the live release is known to be whole.
    }
  const before = previous && join(previous.dir, name);
  rmSync(file, { force: true });
  // Where the file system can, a copy shares its bytes.
  if (!before || !existsSync(before)) return update(tree.dir, name, settings, plan, undefined);
  copyFileSync(before, file, constants.COPYFILE_FICLONE);
  update(tree.dir, name, settings, plan, remembered.get(previous.manifest.entries));
}

/** Gives the names of the files. A room without prices has one index. */
export function writeTextIndexes(settings: Settings, plan: Plan): string[] {
  write(settings, plan, textsFile);
  if (!textsHavePrice(plan.room.access)) {
    settings.tree.remove(pricedTextsFile);
    return [textsFile];
  }
  write(settings, plan, pricedTextsFile);
  return [textsFile, pricedTextsFile];
}
