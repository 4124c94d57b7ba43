// npm run restore: puts a copy of the embedded store in the place of the store.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { restore as putBack } from '../../sidecar/store/backup.ts';
import { settings as readSettings } from '../settings.ts';
import { embeddedStore, stamp } from '../store.ts';
import { command, UsageError } from './command.ts';

export const restore = command({
  summary: 'Puts a copy in the place of the store, which is kept beside it. Stop the room before.',
  operands: 'FILE',
  options: {},
  endings: { 0: 'the copy is in place', 1: 'the copy is damaged, or the room runs; nothing was changed' },
  run: async ({ operands }) => {
    if (operands.length !== 1) throw new UsageError('Name the one file that npm run backup made.');
    const store = embeddedStore(readSettings());
    const aside = `${store}.before-${stamp()}`;
    putBack(resolve(operands[0]!), store, aside);
    console.log(`Restored: ${store}`);
    console.log(existsSync(aside) ? `Before:   ${aside}` : 'Before:   there was no store');
    return 0;
  },
});
