// One room of the example creator for all browser tests.
import process from 'node:process';
import { startExample } from './room-pages.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const room = await startExample();
  process.env.ROOM_URL = room.baseUrl;
  process.env.ROOM_DIST = room.dist;
  return room.stop;
}
