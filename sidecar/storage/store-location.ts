// The location of the store: a database that the settings name, or a file in the data folder.
import { join } from 'node:path';
import type { Settings } from '../settings/settings.ts';

type StoreLocationSettings = Pick<
  Settings,
  'databaseUrl' | 'dataDir' | 'databasePool' | 'databaseStatementSeconds' | 'databaseLockSeconds'
>;

export const storeLocation = (settings: StoreLocationSettings) => ({
  databaseUrl: settings.databaseUrl,
  file: join(settings.dataDir, 'greenroom.db'),
  pool: {
    max: settings.databasePool,
    statementMs: settings.databaseStatementSeconds * 1000,
    lockMs: settings.databaseLockSeconds * 1000,
  },
});
