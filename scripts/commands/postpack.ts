// npm run postpack: called by `npm pack` and `npm publish` once the package is made.
import { unmakePackage } from '../package/package.ts';
import { command } from './command.ts';

export const postpack = command({
  summary: 'Makes the folder a checkout again after npm run prepack, also where npm pack was interrupted.',
  options: {},
  endings: { 0: 'package.json is as before, and compiled/ is gone', 1: 'it could not be written' },
  run: () => Promise.resolve(unmakePackage()),
});
