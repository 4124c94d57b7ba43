// Measures the time and cost from the creator's approval until the sidecar serves the item, compared with a full build.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ItemFile } from '#domain/items/item-file.ts';
import { pagePath } from '#domain/links.ts';
import { readLiveFacts } from '../../sidecar/release/room-db.ts';
import { listProcessTree } from '../process-tree.ts';
import { readBytesWritten, readCpuSeconds } from './children.ts';
import { type Creator, signIn } from './creator.ts';
import { generatedItem, writeItem } from './generate.ts';
import type { Row } from './report.ts';
import { type ServedRoom, withRoom } from './rooms.ts';

const approvals = 3;
const pollMs = 20;
const restMs = 500;

function queryStore({ env }: ServedRoom, text: string): unknown[] {
  const store = new DatabaseSync(join(env.DATA_DIR!, 'greenroom.db'));
  store.exec('PRAGMA busy_timeout=5000');
  const rows = store.prepare(text).all();
  store.close();
  return rows;
}

/** Waits until no build is requested or running and the room uses no more CPU. */
async function waitUntilIdle(room: ServedRoom, cpuSeconds: () => number): Promise<void> {
  const underWay = 'select 1 from "buildRuns" union all select 1 from "buildRequests"';
  for (let before = NaN; before !== (before = cpuSeconds()) || queryStore(room, underWay).length > 0;)
    await sleep(restMs);
}

/**
 * Waits until the response at `path` names every item. Returns the number of releases that went live in the meantime.
 */
async function waitUntilVisible({ env, sidecar }: ServedRoom, path: string, ids: string[]): Promise<number> {
  const releases = new Set<string>();
  const live = () => readLiveFacts(env.DIST_DIR!)!.release;
  const before = live();
  for (;;) {
    const answer = await fetch(sidecar.origin + path);
    const text = await answer.text();
    releases.add(live());
    if (answer.ok && ids.every((id) => text.includes(id))) break;
    await sleep(pollMs);
  }
  releases.delete(before);
  return releases.size;
}

interface ApprovalCost {
  seconds: number;
  cpuSeconds: number;
  mebibytes: number;
  builds: number;
}

/** Puts items in the inbox, approves them together, and waits until the response at `path` names them. */
async function approveItems(
  room: ServedRoom,
  creator: Creator,
  files: ItemFile[],
  path: string,
): Promise<ApprovalCost> {
  await mkdir(join(room.content, 'inbox'), { recursive: true });
  for (const file of files) await writeItem(room.content, file, 'inbox');
  const approve = await creator.openInbox(files.length);
  const sum = (of: (pid: number) => number) => listProcessTree(room.sidecar.pid).reduce((all, pid) => all + of(pid), 0);
  await waitUntilIdle(room, () => sum(readCpuSeconds));
  const startedAt = performance.now();
  const cpu = sum(readCpuSeconds);
  const writtenBytes = sum(readBytesWritten);
  const ids = files.map(({ item }) => item.id);
  await approve();
  const builds = await waitUntilVisible(room, path, ids);
  return {
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: sum(readCpuSeconds) - cpu,
    mebibytes: (sum(readBytesWritten) - writtenBytes) / 2 ** 20,
    builds,
  };
}

const batchSize = 10;

export const measureApproval = (items: number): Promise<Row[]> =>
  withRoom(items, async (room) => {
    const creator = await signIn(room);
    let next = items;
    const approveNewest = (count: number) => {
      const files = Array.from({ length: count }, () => generatedItem(next++, items));
      return approveItems(room, creator, files, `/api/agent/content-index?limit=${count}`);
    };
    /** Approves an article dated halfway through the others. */
    const approveOld = () => {
      let file: ItemFile;
      do file = generatedItem(next, 2 * next++);
      while (file.item.type !== 'article');
      return approveItems(room, creator, [file], pagePath(file.item));
    };
    const each: ApprovalCost[] = [];
    for (let n = 0; n < approvals; n++) each.push(await approveNewest(1));
    const ten = await approveNewest(batchSize);
    const old: ApprovalCost[] = [];
    for (let n = 0; n < approvals; n++) old.push(await approveOld());
    const minOf = (all: ApprovalCost[], what: keyof ApprovalCost) => Math.min(...all.map((one) => one[what]));
    const minOfNewest = (what: keyof ApprovalCost) => minOf(each, what);
    const full = (value: number) => ({ comparison: { 'full build': { value } } });
    return [
      { items, name: 'approval to visible', value: minOfNewest('seconds'), unit: 's', ...full(room.built.seconds) },
      {
        items,
        name: 'approval to visible, CPU',
        value: minOfNewest('cpuSeconds'),
        unit: 's',
        ...full(room.built.cpuSeconds),
      },
      { items, name: 'the first of them to visible', value: each[0]!.seconds, unit: 's' },
      { items, name: 'approval to visible, written', value: minOfNewest('mebibytes'), unit: 'MiB' },
      { items, name: 'ten approvals at once', value: ten.seconds, unit: 's' },
      { items, name: 'ten approvals at once, builds', value: ten.builds, unit: '' },
      { items, name: 'approval of an old item to visible', value: minOf(old, 'seconds'), unit: 's' },
      { items, name: 'approval of an old item to visible, CPU', value: minOf(old, 'cpuSeconds'), unit: 's' },
    ];
  });
