// npm run serve: the server alone, for what is built.
import { runRoom } from '../serve/run-room.ts';
import { command } from './command.ts';

export const serve = command('serve', (_, io) => runRoom('serve', io, []));
