// npm start: serves the last release at once, reads the feeds and builds.
import { relative } from 'node:path';
import { exit } from 'node:process';
import { runRoom } from './serve/run-room.ts';
import { contentDir, root, settings } from './settings.ts';

settings();
const content = relative(root, contentDir()) || '.';
console.log(
  content === 'content/example'
    ? 'Content: content/example, the example creator. Make the room yours: npm run init -- https://your-site.example'
    : `Content: ${content}`,
);
exit(await runRoom(['ingest', 'build']));
