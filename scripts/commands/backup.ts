// Runs npm run backup.
import { resolve } from 'node:path';
import { createBackup } from '../../sidecar/storage/backups/backups.ts';
import { backUpRoom, backupDeps } from '../back-up.ts';
import { print } from '../io.ts';
import { settings as readSettings } from '../settings.ts';
import { command, UsageError } from './command.ts';

const postgresHint = `The store is PostgreSQL, which is not part of the backup. Use:
  pg_dump --format=custom --file=FILE "$DATABASE_URL"`;

export const backup = command('backup', async ({ operands }, io) => {
  if (operands.length > 1) throw new UsageError('Name one folder.');
  const settings = readSettings(io.env);
  const [target] = operands;
  if (target === undefined) {
    const { path, list, deleted } = await backUpRoom(io.env, settings);
    print(io, `Backup: ${path}, ${list.files.length} files of content, store: ${list.store}`);
    for (const name of deleted) print(io, `Deleted: ${name}`);
  } else {
    const folder = resolve(io.folder, target);
    const { files, store } = await createBackup(folder, backupDeps(io.env, settings));
    print(io, `Backup: ${folder}, ${files.length} files of content, store: ${store}`);
  }
  if (settings.databaseUrl) print(io, postgresHint);
  return 0;
});
