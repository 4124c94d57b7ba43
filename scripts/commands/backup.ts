// npm run backup: a copy of the embedded store while the room runs.
import { join, resolve } from 'node:path';
import { backUp } from '../../sidecar/store/backup.ts';
import { settings as readSettings } from '../settings.ts';
import { embeddedStore, noOverwriting, stamp } from '../store.ts';
import { command, UsageError } from './command.ts';

export const backup = command({
  summary: 'Copies what the room keeps besides its content: bookings, subscriptions, guest kits, sign-ins.',
  examples: [
    ['', 'a copy into the folder backups of the store’s folder, while the room runs'],
    ['FILE', 'into FILE, which must not exist yet'],
  ],
  operands: 'FILE',
  options: {},
  endings: { 0: 'the copy is made and checked', 1: 'it could not be made' },
  run: async ({ operands }) => {
    if (operands.length > 1) throw new UsageError('Name one file.');
    const settings = readSettings();
    const copy = resolve(operands[0] ?? join(settings.dataDir, 'backups', `greenroom-${stamp()}.db`));
    const store = embeddedStore(settings);
    noOverwriting(() => backUp(store, copy));
    console.log(`Backup: ${copy}`);
    return 0;
  },
});
