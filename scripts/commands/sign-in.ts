// npm run sign-in: a one-time link into the console, for a creator who has no other way in; also while the room runs.
import { newSignInLink } from '../../sidecar/console/sign-in/links.ts';
import { withRoomStore } from '../store.ts';
import { command } from './command.ts';

export const signIn = command({
  summary: 'Prints a link that signs you into the console once, within a day.',
  options: {},
  details: 'Works while the room runs. Password and passkeys stay as they are.',
  endings: { 0: 'the link is printed', 1: 'the store cannot be opened' },
  run: () =>
    withRoomStore(async ({ db }, { baseUrl }) => {
      console.log(`${baseUrl}${await newSignInLink(db, Date.now())}`);
      console.log('Good for one sign-in, within a day. Password and passkeys stay as they are.');
      return 0;
    }),
});
