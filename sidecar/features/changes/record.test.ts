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

test('a fleet records a release after all machines serve it, and an outdated machine records nothing', async () => {
  const { db } = open();
  const old = release(1, 'a');
  const next = release(2, 'b', 'a');
  let current = old;
  let servedId = '';
  const createMachine = () =>
    changeRecorder(
      db,
      () => current,
      () => 0,
      async () => undefined,
      async (id) => id === servedId,
    );
  const recorded = async () => {
    const { items } = (await readChanges(db, undefined, 10)) as { items: { id: string }[] };
    return items.map(({ id }) => id);
  };
  const record = createMachine();
  const recordOnOutdated = createMachine();
  await record();
  assert.deepEqual(await recorded(), ['a'], 'the first release is recorded immediately');
  current = next;
  await record();
  assert.deepEqual(await recorded(), ['a']);
  servedId = next.id;
  await record();
  assert.deepEqual(await recorded(), ['a', 'b']);
  current = old;
  await recordOnOutdated();
  assert.deepEqual(await recorded(), ['a', 'b']);
});
