// Decisions against sudden death and rivals: real processes, real SIGKILL, real lock.
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
const idOf = (n: number) => `item-${String(n).padStart(8, '0')}`;

async function newContent(t: TestContext): Promise<ReviewDesk> {
  const contentDir = await fs.mkdtemp(join(tmpdir(), 'survival-'));
  t.after(() => fs.rm(contentDir, { recursive: true }));
  for (const folder of ['inbox', 'published']) await fs.mkdir(join(contentDir, folder));
  return openDesk(contentDir);
}

function put(desk: ReviewDesk, folder: ItemFolder, n: number, body: string): Promise<void> {
  const base = { type: 'article', title: 'Item', date: '2025-01-01T00:00:00Z', keywords: [], themeIds: [] } as const;
  const item: StoredItem = { ...base, keywords: [], themeIds: [], id: idOf(n) };
  return fs.writeFile(join(desk.contentDir, folder, `${item.id}.md`), formatItemFile({ item, body }));
}

/** What a folder has under the id: the body, with `+` when it carries its date of approval; `-` for nothing. */
async function stateOf(desk: ReviewDesk, folder: ItemFolder, n: number): Promise<string> {
  const found = await readItem(desk, folder, idOf(n));
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

/** Kills the decision before its 1st, 2nd, … step until it gets through; gives the states that were left behind. */
async function statesAfterEachDeath(t: TestContext, decision: string): Promise<string[]> {
  const states: string[] = [];
  for (let step = 1; ; step += 4) {
    // Most of the time is the start of a process, so that some are started together.
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
  const { killed } = await decideInProcess(desk, decision, step, [idOf(0)]);
  const state = await Promise.all((['inbox', 'published', 'rejected'] as const).map((at) => stateOf(desk, at, 0)));
  // The lock died with its holder, and what was left behind can be decided about.
  if (killed && state[0] !== '-') assert.equal((await approve(desk, idOf(0))).outcome, 'approved');
  return { killed, state: state.join(' ') };
}

test('an approval killed at any step leaves the item waiting or published, whole', async (t) => {
  const states = await statesAfterEachDeath(t, 'approve');
  assert.deepEqual([...new Set(states)], ['New Old -', 'New+ Old -', '- New+ -']);
  assert.ok(states.length > 6, `died only ${states.length} times`);
});

test('a rejection killed at any step leaves the item waiting or rejected, whole', async (t) => {
  assert.deepEqual([...new Set(await statesAfterEachDeath(t, 'reject'))], ['New Old -', '- Old New']);
});

test('an edit killed at any step leaves the old text or the new, whole', async (t) => {
  assert.deepEqual([...new Set(await statesAfterEachDeath(t, 'edit'))], ['New Old -', 'Edited. Old -']);
});

test('of two reviewers in two processes exactly one decides about each item', async (t) => {
  const desk = await newContent(t);
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  for (const n of numbers) await put(desk, 'inbox', n, 'New');
  const ids = numbers.map(idOf);
  const outputs = await Promise.all([
    decideInProcess(desk, 'approve', 0, ids),
    decideInProcess(desk, 'reject', 0, ids.toReversed()),
  ]);
  const done = outputs.flatMap(({ output }) => output.split('\n')).filter((line) => /(approved|rejected)$/.test(line));
  assert.equal(done.length, numbers.length);
  for (const n of numbers) {
    const approved = done.includes(`${idOf(n)} approved`);
    assert.equal(await stateOf(desk, 'inbox', n), '-');
    assert.equal(await stateOf(desk, 'published', n), approved ? 'New+' : '-');
    assert.equal(await stateOf(desk, 'rejected', n), approved ? '-' : 'New');
  }
});

test('of two reviewers in one process exactly one decides', async (t) => {
  const desk = await newContent(t);
  await put(desk, 'inbox', 0, 'New');
  const rival = openDesk(desk.contentDir);
  const outcomes = await Promise.all([approve(desk, idOf(0)), reject(rival, idOf(0)), approve(rival, idOf(0))]);
  assert.equal(outcomes.filter(({ outcome }) => outcome === 'not_found').length, 2);
});
