// npm run licences: the licences of the packages that a room runs on.
import { isCompiled } from '../../sidecar/settings/root.ts';
import { thirdPartyNotices } from '../package/notices.ts';
import { command } from './command.ts';

export const licences = command({
  summary: 'Prints the licences of all packages that a room runs on, with their texts.',
  options: {},
  endings: { 0: 'they are printed', 1: 'they lie beside the program' },
  run: async () => {
    if (isCompiled) throw new Error('A package has them in compiled/THIRD-PARTY.txt.');
    console.log(thirdPartyNotices().trimEnd());
    return 0;
  },
});
