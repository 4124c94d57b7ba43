// npm start: the main job, serve the last release at once, ingest, build.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { configurationError } from '../../sidecar/settings/exit-codes.ts';
import { exampleUntilSetUp } from '../../sidecar/settings/settings.ts';
import { copyWritable } from '../copy-folder.ts';
import { runRoom } from '../serve/run-room.ts';
import { roomDir } from '../../sidecar/settings/places.ts';
import { contentDir, ownContentDir, root, settings } from '../settings.ts';
import { command } from './command.ts';

const nameIn = (path: string): unknown => {
  try {
    const { name, creator } = JSON.parse(readFileSync(path, 'utf8')) as { name?: string; creator?: { name?: string } };
    return name ?? creator?.name;
  } catch {
    return undefined;
  }
};

/** A room that was live is not replaced by the example where its folder is away for a moment. */
function mayShowExample(): boolean {
  if (existsSync(join(ownContentDir(), 'creator.json'))) return false;
  const served = nameIn(join(settings().distDir, 'current', 'private', 'room.json'));
  return served === undefined || served === nameIn(join(root, 'content', 'example', 'creator.json'));
}

/** Where the program lies in a folder of its own, the room gets a copy. */
async function bringExample(): Promise<void> {
  const [from, to] = [root, roomDir].map((folder) => join(folder, 'content', 'example'));
  if (!existsSync(to!)) await copyWritable(from!, to!, (path) => !path.endsWith('.build'));
}

export const start = command({
  summary: 'Serves the room, reads its feeds and builds it.',
  options: {},
  details: 'What was built before is served at once. The server is started again after a crash.',
  endings: {
    0: 'it was stopped',
    1: 'there is nothing to serve; the lines above say why',
    [configurationError]: 'the settings or the port do not fit',
  },
  run: async () => {
    if (mayShowExample()) {
      process.env[exampleUntilSetUp] = '1';
      await bringExample();
    }
    const content = relative(roomDir, contentDir()) || '.';
    console.log(
      content === 'content/example'
        ? 'Content: content/example, the example creator. Make the room yours: open the console at the address below and ' +
            'name your site, or run npm run init -- https://your-site.example'
        : `Content: ${content}`,
    );
    return runRoom(['ingest', 'build']);
  },
});
