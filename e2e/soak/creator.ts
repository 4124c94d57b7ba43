// A creator who approves while everything around is being killed, the approval itself, too.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { idOf, itemFile } from '../content.ts';
import type { Room } from '../room.ts';
import { until } from '../until.ts';
import type { Chance } from './size.ts';
import { askForBuild } from './store.ts';

const root = resolve(import.meta.dirname, '../..');
const longestReviewMs = 1000;

export interface Waiting {
  id: string;
  type: 'article' | 'timeline';
}

/** Items that wait in the inbox of a content folder; every other one is an article. */
export async function fillInbox(content: string, howMany: number): Promise<Waiting[]> {
  await mkdir(join(content, 'inbox'));
  const items = Array.from({ length: howMany }, (_, n) => ({
    id: idOf('waiting', 1000 + n),
    type: n % 2 ? ('timeline' as const) : ('article' as const),
  }));
  for (const [n, item] of items.entries()) {
    const fields = { ...item, title: `Waiting ${n}`, date: '2026-04-01T00:00:00Z', approvedAt: undefined };
    await writeFile(join(content, 'inbox', `${item.id}.md`), itemFile(fields));
  }
  return items;
}

/** `npm run review -- --approve`, killed now and then. */
async function review(env: NodeJS.ProcessEnv, id: string, chance: Chance): Promise<void> {
  const child = spawn(process.execPath, ['scripts/main.ts', 'review', '--approve', id], {
    cwd: root,
    env,
    stdio: 'ignore',
  });
  const timer = chance() < 0.3 ? setTimeout(() => child.kill('SIGKILL'), chance() * longestReviewMs) : undefined;
  await new Promise((done) => child.once('exit', done));
  clearTimeout(timer);
}

/** One after the other, item `n` once `mayApprove(n)`. Some are not built until something else asks for a build. */
export async function approveAll(
  { env, content }: Room,
  items: Waiting[],
  chance: Chance,
  mayApprove: (n: number) => boolean,
): Promise<void> {
  for (const [n, { id }] of items.entries()) {
    await until(() => mayApprove(n), `the turn of ${id}`, Infinity);
    while (existsSync(join(content, 'inbox', `${id}.md`))) await review(env, id, chance);
    if (chance() < 0.7) await askForBuild(env);
  }
}
