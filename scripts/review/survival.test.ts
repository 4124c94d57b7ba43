// Tests decisions with crashes and concurrent reviewers, using real processes, SIGKILL and the lock.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import { approve, reject } from '../../sidecar/content/review.ts';
import { type ReviewDesk, type ItemFolder, readItem } from '../../sidecar/content/review-desk.ts';
import { openDesk } from '../../sidecar/content/desk.ts';

const childFile = fileURLToPath(new URL('survival.child.ts', import.meta.url));
const itemId = (n: number) => `item-${String(n).padStart(8, '0')}`;

async function newContent(t: TestContext): Promise<ReviewDesk> {
  const contentDir = await fs.mkdtemp(join(tmpdir(), 'survival-'));
  t.after(() => fs.rm(contentDir, { recursive: true }));
  for (const folder of ['inbox', 'published']) await fs.mkdir(join(contentDir, folder));
  return openDesk(contentDir);
}

function put(desk: ReviewDesk, folder: ItemFolder, n: number, body: string): Promise<void> {
  const base = { type: 'article', title: 'Item', date: '2025-01-01T00:00:00Z', keywords: [], themeIds: [] } as const;
  const item: StoredItem = { ...base, keywords: [], themeIds: [], id: itemId(n) };
  return fs.writeFile(join(desk.contentDir, folder, `${item.id}.md`), formatItemFile({ item, body }));
}

/** Describes the item in a folder: its body, followed by `+` if it has an approval date, or `-` if there is none. */
async function describeItem(desk: ReviewDesk, folder: ItemFolder, n: number): Promise<string> {
  const found = await readItem(desk, folder, itemId(n));
  assert.notEqual(found.outcome, 'invalid', 'a file was torn');
  return found.outcome === 'found' ? found.body + (found.item.approvedAt ? '+' : '') : '-';
}

function decideInProcess(desk: ReviewDesk, decision: string, killAtStep: number, ids: string[]) {
  const child = spawn(process.execPath, [childFile, desk.contentDir, decision, String(killAtStep), ...ids]);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.pipe(process.stderr);
  return new Promise<{ output: string; killed: boolean }>((resolve) => {
    child.on('close', (_code, signal) => resolve({ output, killed: signal === 'SIGKILL' }));
  });
}

/** Kills the decision before its 1st, 2nd, … step until it completes. Returns the states after each crash. */
async function statesAfterEachDeath(t: TestContext, decision: string): Promise<string[]> {
  const states: string[] = [];
  for (let step = 1; ; step += 4) {
    // Starting a process takes most of the time, so several are started together.
    const ends = await Promise.all([0, 1, 2, 3].map((more) => stateAfterDeath(t, decision, step + more)));
    const survivor = ends.findIndex(({ killed }) => !killed);
    states.push(...ends.slice(0, survivor < 0 ? ends.length : survivor + 1).map(({ state }) => state));
    if (survivor >= 0) return states;
  }
}

async function stateAfterDeath(t: TestContext, decision: string, step: number) {
  const desk = await newContent(t);
  await put(desk, 'inbox', 0, 'New');
  await put(desk, 'published', 0, 'Old');
  const { killed } = await decideInProcess(desk, decision, step, [itemId(0)]);
  const state = await Promise.all((['inbox', 'published', 'rejected'] as const).map((at) => describeItem(desk, at, 0)));
  // The lock is released with its process, and the item can still be decided about.
  if (killed && state[0] !== '-') assert.equal((await approve(desk, itemId(0))).outcome, 'approved');
  return { killed, state: state.join(' ') };
}

test('an approval killed at any step leaves an intact item in the inbox or published', async (t) => {
  const states = await statesAfterEachDeath(t, 'approve');
  assert.deepEqual([...new Set(states)], ['New Old -', 'New+ Old -', '- New+ -']);
  assert.ok(states.length > 6, `died only ${states.length} times`);
});

// They write by the same steps as an approval, which takes the most of them.
if (process.env.SOAK === 'long') {
  test('a rejection killed at any step leaves an intact item in the inbox or rejected', async (t) => {
    assert.deepEqual([...new Set(await statesAfterEachDeath(t, 'reject'))], ['New Old -', '- Old New']);
  });

  test('an edit killed at any step leaves either the old or the new text', async (t) => {
    assert.deepEqual([...new Set(await statesAfterEachDeath(t, 'edit'))], ['New Old -', 'Edited. Old -']);
  });
}

test('exactly one of two reviewers in two processes decides about each item', async (t) => {
  const desk = await newContent(t);
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  for (const n of numbers) await put(desk, 'inbox', n, 'New');
  const ids = numbers.map(itemId);
  const outputs = await Promise.all([
    decideInProcess(desk, 'approve', 0, ids),
    decideInProcess(desk, 'reject', 0, ids.toReversed()),
  ]);
  const done = outputs.flatMap(({ output }) => output.split('\n')).filter((line) => /(approved|rejected)$/.test(line));
  assert.equal(done.length, numbers.length);
  for (const n of numbers) {
    const approved = done.includes(`${itemId(n)} approved`);
    assert.equal(await describeItem(desk, 'inbox', n), '-');
    assert.equal(await describeItem(desk, 'published', n), approved ? 'New+' : '-');
    assert.equal(await describeItem(desk, 'rejected', n), approved ? '-' : 'New');
  }
});

test('exactly one of several reviewers in one process decides', async (t) => {
  const desk = await newContent(t);
  await put(desk, 'inbox', 0, 'New');
  const rival = openDesk(desk.contentDir);
  const outcomes = await Promise.all([approve(desk, itemId(0)), reject(rival, itemId(0)), approve(rival, itemId(0))]);
  assert.equal(outcomes.filter(({ outcome }) => outcome === 'not_found').length, 2);
});
