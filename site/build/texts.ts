// Writes the full-text index of a release: the one of the live release, copied, and in it what changed.
import { constants, copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BuildSettings } from '#domain/release/site-entry.ts';
import { stemmerOf } from '#domain/search/stems.ts';
import { textsFile, updateIndex } from '#domain/search/text-index.ts';
import { roomTexts } from '#domain/search/room-texts.ts';
import type { Plan } from './plan.ts';

/** A crash leaves a folder that is no release, so that nothing here has to be durable. */
const pragmas = 'pragma journal_mode = off; pragma synchronous = off; pragma page_size = 8192;';

export function writeTexts({ releaseDir, previousDir, codeHash }: BuildSettings, plan: Plan): void {
  const file = join(releaseDir, textsFile);
  const before = join(previousDir, textsFile);
  // The live sidecar reads its own file, which must not change: where the file system can, a copy shares its bytes.
  if (previousDir && existsSync(before)) copyFileSync(before, file, constants.COPYFILE_FICLONE);
  const database = new DatabaseSync(file);
  database.exec(pragmas);
  const { language, themes } = plan.room.creator;
  const salt = codeHash + JSON.stringify([language, themes]);
  updateIndex(database, salt, roomTexts(plan.room, plan.bodyOf), stemmerOf(language));
  database.close();
}
