import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Release } from '../../release/release.ts';
import { sqliteStore } from '../../storage/test-stores.ts';
import { readChanges } from './page.ts';
import { changeRecorder } from './record.ts';
import { itemsInMemory, testItem } from '../../release/test-items.ts';

const open = sqliteStore();

const release = (changedAt: number, ...ids: string[]) =>
  ({
    id: `r${changedAt}`,
    content: { digest: `d${changedAt}`, changedAt },
    index: { items: itemsInMemory(ids.map((id) => testItem(id))) },
    texts: { keyOf: () => '', keys: () => new Map() },
  }) as unknown as Release;

test('a fleet records what changed once it can be seen everywhere, and a machine that is behind says nothing', async () => {
  const { db } = open();
  const [old, next] = [release(1, 'a'), release(2, 'b', 'a')];
  let [current, served] = [old, ''];
  const machine = () => changeRecorder(db, () => current, () => 0, async () => undefined, async (id) => id === served); // prettier-ignore
  const recorded = async () => ((await readChanges(db, undefined, 10)) as { items: { id: string }[] }).items.map(({ id }) => id); // prettier-ignore
  const [record, late] = [machine(), machine()];
  await record();
  assert.deepEqual(await recorded(), ['a'], 'a log begins at once');
  current = next;
  await record();
  assert.deepEqual(await recorded(), ['a']);
  served = next.id;
  await record();
  assert.deepEqual(await recorded(), ['a', 'b']);
  current = old;
  await late();
  assert.deepEqual(await recorded(), ['a', 'b']);
});
