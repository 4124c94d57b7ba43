// npm run backup, npm run restore: a copy of the embedded store while the room runs, and putting one back.
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readSettings } from '#domain/settings.ts';
import { backUp, restore } from './store/backup.ts';
import { storePlace } from './store/place.ts';

const help = `Bookings, subscriptions, guest kits, sign-ins: what the room keeps besides its content.

npm run backup                  a copy into the folder backups of the store's folder, while the room runs
npm run backup -- FILE          into FILE, which must not exist yet
npm run restore -- FILE         puts a copy in the place of the store, which is kept beside it; stop the room before`;

const elsewhere = `The store is a PostgreSQL, which has its own commands:
  pg_dump --format=custom --file=FILE "$DATABASE_URL"
  pg_restore --clean --if-exists --dbname="$DATABASE_URL" FILE`;

function work(): string {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { restore: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const [named] = positionals;
  if (values.help || positionals.length > 1 || (values.restore && !named)) return help;
  const settings = readSettings(process.env, resolve(import.meta.dirname, '..'));
  const { databaseUrl, file: store } = storePlace(settings);
  if (databaseUrl) throw new Error(elsewhere);
  const now = new Date().toISOString().replace(/\.\d+|[:-]/g, '');
  if (values.restore) {
    const aside = `${store}.before-${now}`;
    restore(resolve(named!), store, aside);
    return `Restored: ${store}\nBefore:   ${aside}`;
  }
  const copy = resolve(named ?? join(settings.dataDir, 'backups', `greenroom-${now}.db`));
  backUp(store, copy);
  return `Backup: ${copy}`;
}

try {
  console.log(work());
} catch (error) {
  const { code, message, path } = error as NodeJS.ErrnoException;
  console.error(code === 'EEXIST' ? `${path} is there already. Name another file.` : message);
  process.exitCode = 1;
}
