// npm run backup: a verified copy of content and store while the room runs.
import { resolve } from 'node:path';
import { makeCopy } from '../../sidecar/storage/backups/copies.ts';
import { backUpRoom, copyParts } from '../back-up.ts';
import { settings as readSettings } from '../settings.ts';
import { command, UsageError } from './command.ts';

const elsewhere = `The store is a PostgreSQL, which is not in the copy and has its own command:
  pg_dump --format=custom --file=FILE "$DATABASE_URL"`;

export const backup = command({
  summary: 'Copies content, store and greenroom.env, and checks the copy; also while the room runs.',
  examples: [
    ['', 'into a new folder in BACKUP_DIR; of older ones those stay that BACKUP_DAILY and BACKUP_WEEKLY say'],
    ['FOLDER', 'into FOLDER, which must not exist yet'],
  ],
  operands: 'FOLDER',
  options: {},
  details: 'The copy holds passwords and what people asked for: keep it to yourself.',
  endings: { 0: 'the copy is made and checked', 1: 'it could not be made' },
  run: async ({ operands }) => {
    if (operands.length > 1) throw new UsageError('Name one folder.');
    const settings = readSettings();
    const [named] = operands;
    if (named === undefined) {
      const { path, list, deleted } = await backUpRoom(settings);
      console.log(`Backup: ${path}, ${list.files.length} files of content, store: ${list.store}`);
      for (const name of deleted) console.log(`Deleted: ${name}`);
    } else {
      const { files, store } = await makeCopy(resolve(named), copyParts(settings));
      console.log(`Backup: ${resolve(named)}, ${files.length} files of content, store: ${store}`);
    }
    if (settings.databaseUrl) console.log(elsewhere);
    return 0;
  },
});
