// Prepares the start of the server: chooses the content and compiles the server if its code has changed.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Creator } from '#contract/schemas/content-files.ts';
import type { ServedFacts } from '../../sidecar/release/release.ts';
import { openSnapshot, readFact } from '../../sidecar/release/room-db.ts';
import { dutiesForRole } from '../../sidecar/settings/duties.ts';
import { resolveRoomDir } from '../../sidecar/settings/folders.ts';
import { type Environment, exampleUntilSetUp } from '../../sidecar/settings/settings.ts';
import { buildSidecarProgram } from '../build/sidecar-program.ts';
import { copyWritable } from '../copy-folder.ts';
import { type Io, print } from '../io.ts';
import { contentDir, ownContentDir, root, settings } from '../settings.ts';

/** Facts about the room that its supervisor needs. */
export interface PreparedRoom {
  /** Additions to the environment of the room. */
  env: Environment;
  /** Node arguments that start the server. */
  program: string[];
  dataDir: string;
  /** True if the room is built at the start. */
  builds: boolean;
}

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
function mayShowExample(env: Environment, liveName: string | undefined): boolean {
  if (existsSync(join(ownContentDir(env), 'creator.json'))) return false;
  const example = readFileSync(join(root, 'content', 'example', 'creator.json'), 'utf8');
  return liveName === undefined || liveName === (JSON.parse(example) as Creator).name;
}

/** Copies the example into the folder of the room, unless that is the folder of the program. */
async function copyExample(env: Environment): Promise<void> {
  const from = join(root, 'content', 'example');
  const to = join(resolveRoomDir(env), 'content', 'example');
  if (!existsSync(to)) await copyWritable(from, to, (path) => !path.endsWith('.build'));
}

/** Copies the live release of an older version. The code for it is loaded only if there is one. */
async function adoptOldRelease(dist: string): Promise<void> {
  if (!existsSync(join(dist, 'current'))) return;
  const { adoptRelease } = await import('../upgrade/adopt-release.ts');
  adoptRelease(dist);
}

/** Prints which content is shown. The example is built when somebody visits it, which may never happen. */
export async function prepareRoom(name: 'start' | 'serve', io: Io): Promise<PreparedRoom> {
  const roomSettings = settings(io.env);
  const { dataDir, distDir } = roomSettings;
  await adoptOldRelease(distDir);
  const liveName = readLiveName(distDir);
  const isExample = name === 'start' && mayShowExample(io.env, liveName);
  if (isExample) await copyExample(io.env);
  const env: Environment = isExample ? { [exampleUntilSetUp]: '1' } : {};
  if (name === 'start') {
    const content = relative(resolveRoomDir(io.env), contentDir({ ...io.env, ...env })) || '.';
    const advice =
      ', the example creator. Make the room yours: open the console at the address below and name your site, or run ' +
      'npm run init -- https://your-site.example';
    print(io, `Content: ${content}${content === 'content/example' ? advice : ''}`);
  }
  return {
    env,
    program: [await buildSidecarProgram(io)],
    dataDir,
    builds: dutiesForRole(roomSettings).builds && (!isExample || liveName !== undefined),
  };
}
