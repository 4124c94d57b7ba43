// npm start: the main job, serve the last release at once, ingest, build.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Env, exampleUntilSetUp } from '../../sidecar/settings/settings.ts';
import { copyWritable } from '../copy-folder.ts';
import { runRoom } from '../serve/run-room.ts';
import { roomDirIn } from '../../sidecar/settings/places.ts';
import { type Io, print } from '../io.ts';
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
function mayShowExample(env: Env): boolean {
  if (existsSync(join(ownContentDir(env), 'creator.json'))) return false;
  const served = nameIn(join(settings(env).distDir, 'current', 'private', 'room.json'));
  return served === undefined || served === nameIn(join(root, 'content', 'example', 'creator.json'));
}

/** Where the program lies in a folder of its own, the room gets a copy. */
async function bringExample(env: Env): Promise<void> {
  const [from, to] = [root, roomDirIn(env)].map((folder) => join(folder, 'content', 'example'));
  if (!existsSync(to!)) await copyWritable(from!, to!, (path) => !path.endsWith('.build'));
}

export const start = command('start', async (_, io) => {
  const isExample = mayShowExample(io.env);
  if (isExample) await bringExample(io.env);
  const around: Io = isExample ? { ...io, env: { ...io.env, [exampleUntilSetUp]: '1' } } : io;
  const content = relative(roomDirIn(io.env), contentDir(around.env)) || '.';
  print(
    io,
    content === 'content/example'
      ? 'Content: content/example, the example creator. Make the room yours: open the console at the address below and ' +
          'name your site, or run npm run init -- https://your-site.example'
      : `Content: ${content}`,
  );
  return runRoom(around, ['ingest', 'build']);
});
