// npm run package: makes the package of npm that runs as `npx greenroom`.
import { resolve } from 'node:path';
import { makePackage } from '../package/package.ts';
import { nameOf, root } from '../settings.ts';
import { command, UsageError } from './command.ts';

export const packageCommand = command({
  summary: 'Makes greenroom-VERSION.tgz, a package that runs as npx greenroom.',
  examples: [
    ['', 'puts the package into this folder'],
    ['FOLDER', 'puts it into another folder'],
  ],
  operands: 'FOLDER',
  options: {},
  details: 'Compiles the program into a copy and packs the copy. The checkout stays as it is.',
  endings: { 0: 'the package was made', 1: 'the package could not be made' },
  run: async ({ operands: [folder = root, ...others] }) => {
    if (others.length > 0) throw new UsageError('Name one folder.');
    console.log(nameOf(await makePackage(resolve(folder))));
    return 0;
  },
});
