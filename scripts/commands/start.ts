// npm start: the main job, serve the last release at once, ingest, build.
import { runRoom } from '../serve/run-room.ts';
import { command } from './command.ts';

export const start = command('start', (_, io) => runRoom('start', io, ['ingest', 'build']));
