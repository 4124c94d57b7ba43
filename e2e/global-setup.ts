// One room of the example creator for all browser tests.
import { startRoom } from './room.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const room = await startRoom();
  process.env.ROOM_URL = room.baseUrl;
  process.env.ROOM_DIST = room.dist;
  return room.stop;
}
