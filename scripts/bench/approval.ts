// Approval to visible: from the creator's decision until the sidecar answers with the item, beside the full build.
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { approve } from '../../sidecar/content/review.ts';
import { openDesk } from '../../sidecar/content/desk.ts';
import { generatedItem, writeItem } from './generate.ts';
import type { Row } from './report.ts';
import { type ServedRoom, withRoom } from './rooms.ts';

const approvals = 3;
const pollMs = 20;

function inStore({ env }: ServedRoom, text: string): unknown[] {
  const store = new DatabaseSync(join(env.DATA_DIR!, 'greenroom.db'));
  store.exec('PRAGMA busy_timeout=5000');
  const rows = store.prepare(text).all();
  store.close();
  return rows;
}

/** What the console leaves there after an approval. */
const askForBuild = (room: ServedRoom) =>
  inStore(room, `insert into facts (name, value) values ('requested.build', '${Date.now()}') on conflict do nothing`);

async function untilAtRest(room: ServedRoom): Promise<void> {
  const underWay = `select 1 from facts where name = 'build.running' or name like 'requested.%'`;
  while (inStore(room, underWay).length > 0) await sleep(pollMs);
}

async function seen({ sidecar }: ServedRoom, id: string): Promise<void> {
  for (;;) {
    const newest = await fetch(`${sidecar.origin}/api/agent/content-index?limit=1`);
    if ((await newest.text()).includes(id)) return;
    await sleep(pollMs);
  }
}

async function approveOne(room: ServedRoom, n: number, total: number): Promise<number> {
  const file = generatedItem(n, total);
  const name = `${file.item.id}.md`;
  await writeItem(room.content, file);
  await mkdir(join(room.content, 'inbox'), { recursive: true });
  await rename(join(room.content, 'published', name), join(room.content, 'inbox', name));
  await untilAtRest(room);
  const started = performance.now();
  await approve(openDesk(room.content), file.item.id);
  askForBuild(room);
  await seen(room, file.item.id);
  return (performance.now() - started) / 1000;
}

export const measureApproval = (items: number): Promise<Row> =>
  withRoom(items, {}, async (room) => {
    const seconds: number[] = [];
    for (let n = 0; n < approvals; n++) seconds.push(await approveOne(room, items + n, items));
    const beside = { 'full build': { value: room.built.seconds } };
    return { items, name: 'approval to visible', value: Math.min(...seconds), unit: 's', beside };
  });
