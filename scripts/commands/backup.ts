// npm run backup: a verified copy of content and store while the room runs.
import { resolve } from 'node:path';
import { createBackup } from '../../sidecar/storage/backups/backups.ts';
import { backUpRoom, copyParts } from '../back-up.ts';
import { print } from '../io.ts';
import { settings as readSettings } from '../settings.ts';
import { command, UsageError } from './command.ts';

const elsewhere = `The store is a PostgreSQL, which is not in the copy and has its own command:
  pg_dump --format=custom --file=FILE "$DATABASE_URL"`;

export const backup = command('backup', async ({ operands }, io) => {
  if (operands.length > 1) throw new UsageError('Name one folder.');
  const settings = readSettings(io.env);
  const [named] = operands;
  if (named === undefined) {
    const { path, list, deleted } = await backUpRoom(io.env, settings);
    print(io, `Backup: ${path}, ${list.files.length} files of content, store: ${list.store}`);
    for (const name of deleted) print(io, `Deleted: ${name}`);
  } else {
    const folder = resolve(io.folder, named);
    const { files, store } = await createBackup(folder, copyParts(io.env, settings));
    print(io, `Backup: ${folder}, ${files.length} files of content, store: ${store}`);
  }
  if (settings.databaseUrl) print(io, elsewhere);
  return 0;
});
