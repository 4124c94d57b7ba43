// Runs npm run package.
import { resolve } from 'node:path';
import { makePackage } from '../package/package.ts';
import { print } from '../io.ts';
import { shortPath, root } from '../settings.ts';
import { command, UsageError } from './command.ts';

export const packageCommand = command('package', async ({ operands: [folder = root, ...others] }, io) => {
  if (others.length > 0) throw new UsageError('Name one folder.');
  print(io, shortPath(await makePackage(io, resolve(io.folder, folder)), io.folder));
  return 0;
});
