// Where the store is: the database that the settings name, or a file of the data folder.
import { join } from 'node:path';
import type { Settings } from '../settings/settings.ts';

export const storePlace = ({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>) => ({
  databaseUrl,
  file: join(dataDir, 'greenroom.db'),
});
