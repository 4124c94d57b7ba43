// Runs npm run sign-in, which works while the room runs.
import { createSignInLink } from '../../sidecar/console/sign-in/links.ts';
import { print } from '../io.ts';
import { withRoomStore } from '../store.ts';
import { command } from './command.ts';

export const signIn = command('sign-in', (_, io) =>
  withRoomStore(io.env, async ({ db }, { baseUrl }) => {
    print(io, `${baseUrl}${await createSignInLink(db, Date.now())}`);
    print(io, 'Good for one sign-in, within a day. Password and passkeys stay as they are.');
    return 0;
  }),
);
