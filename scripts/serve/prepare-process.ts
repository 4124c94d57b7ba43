// Prepares the start of the server in its own process, because settings and store take memory that the supervisor would
// retain. `prepare-process.ts COMMAND` sends a `PreparedRoom` to its parent process, or prints the problem and fails.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import type { Creator } from '#contract/schemas/content-files.ts';
import type { ServedFacts } from '../../sidecar/release/release.ts';
import { openSnapshot, readFact } from '../../sidecar/release/room-db.ts';
import { dutiesForRole } from '../../sidecar/settings/duties.ts';
import { resolveRoomDir } from '../../sidecar/settings/folders.ts';
import { type Environment, exampleUntilSetUp } from '../../sidecar/settings/settings.ts';
import { sidecarProgram } from '../build/sidecar-program.ts';
import { command } from '../commands/command.ts';
import { copyWritable } from '../copy-folder.ts';
import { type Io, print } from '../io.ts';
import { contentDir, ownContentDir, root, settings } from '../settings.ts';
import { settingsOfKnownStore } from '../store.ts';
import { adoptRelease } from '../upgrade/adopt-release.ts';
import type { PreparedRoom } from './run-room.ts';

/** Returns the name of the creator whose room is live, or undefined. */
function readLiveName(dist: string): string | undefined {
  try {
    const db = openSnapshot(dist);
    const { creator } = readFact<ServedFacts>(db, 'room');
    db.close();
    return creator.name;
  } catch {
    return undefined;
  }
}

/** Returns true if the example may be shown. It never replaces a live room whose folder is temporarily missing. */
function mayShowExample(env: Environment): boolean {
  if (existsSync(join(ownContentDir(env), 'creator.json'))) return false;
  const served = readLiveName(settings(env).distDir);
  const example = readFileSync(join(root, 'content', 'example', 'creator.json'), 'utf8');
  return served === undefined || served === (JSON.parse(example) as Creator).name;
}

/** Copies the example into the folder of the room, unless that is the folder of the program. */
async function copyExample(env: Environment): Promise<void> {
  const from = join(root, 'content', 'example');
  const to = join(resolveRoomDir(env), 'content', 'example');
  if (!existsSync(to)) await copyWritable(from, to, (path) => !path.endsWith('.build'));
}

/** Prints which content is shown, and returns additions to the environment of the server. */
async function chooseContent(io: Io): Promise<Environment> {
  const isExample = mayShowExample(io.env);
  if (isExample) await copyExample(io.env);
  const added: Environment = isExample ? { [exampleUntilSetUp]: '1' } : {};
  const content = relative(resolveRoomDir(io.env), contentDir({ ...io.env, ...added })) || '.';
  print(
    io,
    content === 'content/example'
      ? 'Content: content/example, the example creator. Make the room yours: open the console at the address below and ' +
          'name your site, or run npm run init -- https://your-site.example'
      : `Content: ${content}`,
  );
  return added;
}

const prepareCommand = (name: 'start' | 'serve') =>
  command(name, async (_, io) => {
    adoptRelease(settings(io.env).distDir);
    const env = name === 'start' ? await chooseContent(io) : {};
    const roomIo = { ...io, env: { ...io.env, ...env } };
    const roomSettings = await settingsOfKnownStore(roomIo.env);
    const program = [await sidecarProgram(roomIo)];
    const prepared: PreparedRoom = {
      env,
      program,
      dataDir: roomSettings.dataDir,
      builds: dutiesForRole(roomSettings).builds,
    };
    await new Promise((done) => process.send!(prepared, done));
    return 0;
  });

process.on('disconnect', () => process.exit(1));
const { env, stdout, stderr } = process;
const folder = process.cwd();
const code = await prepareCommand(process.argv[2] as 'start' | 'serve')([], { env, folder, stdout, stderr });
stdout.write('', () => process.exit(code));
