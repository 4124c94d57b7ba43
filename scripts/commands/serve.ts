// Runs npm run serve.
import { runRoom } from '../serve/run-room.ts';
import { command } from './command.ts';

export const serve = command('serve', (_, io) => runRoom('serve', io, []));
