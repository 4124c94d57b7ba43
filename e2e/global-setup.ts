// One room of the example creator for all browser tests.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startRoom } from './room.ts';
import { spokenEpisode, transcript } from './room-pages.ts';

/** The example, with a transcript of one episode. */
async function exampleContent(): Promise<string> {
  const content = await mkdtemp(join(tmpdir(), 'greenroom-example-'));
  await cp(resolve(import.meta.dirname, '..', 'content', 'example'), content, { recursive: true });
  await mkdir(join(content, 'transcripts'), { recursive: true });
  await writeFile(join(content, 'transcripts', `${spokenEpisode}.vtt`), transcript);
  return content;
}

export default async function setup(): Promise<() => Promise<void>> {
  const content = await exampleContent();
  const room = await startRoom(content);
  await rm(content, { recursive: true });
  process.env.ROOM_URL = room.baseUrl;
  process.env.ROOM_DIST = room.dist;
  return room.stop;
}
