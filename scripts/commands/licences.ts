// Runs npm run licences.
import { isCompiled } from '../../sidecar/settings/root.ts';
import { thirdPartyNotices } from '../package/notices.ts';
import { print } from '../io.ts';
import { command } from './command.ts';

export const licences = command('licences', async (_, io) => {
  if (isCompiled) throw new Error('A package has them in compiled/THIRD-PARTY.txt.');
  print(io, thirdPartyNotices().trimEnd());
  return 0;
});
