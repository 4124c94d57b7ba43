// npm run serve: serves the last release, and builds only where there is none that may be served.
import { exit } from 'node:process';
import { runRoom } from './serve/run-room.ts';
import { settings } from './settings.ts';

settings();
exit(await runRoom([]));
