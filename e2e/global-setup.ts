// Two rooms for all browser tests: the example creator's as visitors see it, and one whose console is used.
import process from 'node:process';
import { startConsoleRoom } from './console.ts';
import { freePort } from './room.ts';
import { startExample } from './room-pages.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const port = String(await freePort());
  // Browsers give passkeys to localhost, and to no bare address.
  const example = await startExample({ PORT: port, BASE_URL: `http://localhost:${port}`, PUBLISH_TO: 'folder' });
  process.env.ROOM_URL = example.env.BASE_URL!;
  process.env.ROOM_ENV = JSON.stringify(example.env);
  process.env.ROOM_DIST = example.dist;
  const { room, stop } = await startConsoleRoom();
  process.env.CONSOLE_ROOM = JSON.stringify(room);
  return async () => {
    await stop();
    await example.stop();
  };
}
