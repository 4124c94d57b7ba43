// npm start: the main job, serve the last release at once, ingest, build.
import { relative } from 'node:path';
import { configurationError } from '../../sidecar/ops/exit-codes.ts';
import { runRoom } from '../serve/run-room.ts';
import { roomDir } from '../../sidecar/places.ts';
import { contentDir } from '../settings.ts';
import { command } from './command.ts';

export const start = command({
  summary: 'Serves the room, reads its feeds and builds it.',
  options: {},
  details: 'What was built before is served at once. The server is started again after a crash.',
  endings: {
    0: 'it was stopped',
    1: 'there is nothing to serve; the lines above say why',
    [configurationError]: 'the settings or the port do not fit',
  },
  run: () => {
    const content = relative(roomDir, contentDir()) || '.';
    console.log(
      content === 'content/example'
        ? 'Content: content/example, the example creator. Make the room yours: npm run init -- https://your-site.example'
        : `Content: ${content}`,
    );
    return runRoom(['ingest', 'build']);
  },
});
