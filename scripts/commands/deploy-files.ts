// Runs npm run deploy-files.
import { join, resolve } from 'node:path';
import { resolveRoomDir } from '../../sidecar/settings/folders.ts';
import { writeDeployFiles } from '../deploy/deploy-files.ts';
import { print } from '../io.ts';
import { command } from './command.ts';

export const deployFiles = command('deploy-files', async ({ values: { to } }, io) => {
  const folder = to === undefined ? join(resolveRoomDir(io.env), 'deploy') : resolve(io.folder, to);
  const lines = await writeDeployFiles(io, folder);
  for (const line of lines) print(io, line);
  return 0;
});
