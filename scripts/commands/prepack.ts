// npm run prepack: called by `npm pack` and `npm publish` before they read the folder.
import { makePackage } from '../package/package.ts';
import { command } from './command.ts';

export const prepack = command({
  summary: 'Makes this checkout a package that runs as npx greenroom; npm pack and npm publish call it.',
  options: {},
  details: 'Compiles the program into compiled/, and writes the package.json that a room needs. postpack undoes it.',
  endings: { 0: 'the folder can be packed', 1: 'it failed, and nothing is left of it' },
  run: async () => {
    await makePackage();
    return 0;
  },
});
