// Runs npm start: serves the last release immediately, then reads the feeds and builds.
import { runRoom } from '../serve/run-room.ts';
import { command } from './command.ts';

export const start = command('start', (_, io) => runRoom('start', io, ['ingest', 'build']));
