// Cost of drawing the share card of an item.
import process from 'node:process';
import { drawCard } from '../../site/build/made/card.ts';
import { type ShareCard, itemCard } from '../../site/press/cards.ts';
import { sha256 } from '#domain/ids.ts';
import { toRoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { generatedItem } from './generate.ts';
import type { Row } from './report.ts';

const room = sandboxRoom({ baseUrl: 'http://room.example' });
const count = 300;

function cardOf(n: number): ShareCard {
  const file = generatedItem(n, 2 * count);
  return itemCard(room, toRoomItem(file, sha256(String(n)), room.creator), '');
}

async function draw(from: number): Promise<void> {
  for (let n = from; n < from + count; n++) await drawCard(cardOf(n), () => Promise.reject(new Error('no picture')));
}

/** The first cards warm up the compiler and the cache of words, and are not measured. */
export async function measureCard(items: number): Promise<Row> {
  await draw(0);
  const before = process.cpuUsage();
  await draw(count);
  const { user, system } = process.cpuUsage(before);
  return { items, name: 'share card, CPU', value: (user + system) / 1000 / count, unit: 'ms' };
}
