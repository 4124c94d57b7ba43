// Child process of survival.test.ts: decides about items, and kills itself before the n-th step on disk if requested.
import process from 'node:process';
import { approve, edit, reject } from '../../sidecar/content/review.ts';
import type { ReviewFs } from '../../sidecar/content/review-desk.ts';
import { openDesk } from '../../sidecar/content/desk.ts';

const [contentDir, decision, killAtStep, ...ids] = process.argv.slice(2) as [string, string, string, ...string[]];
const desk = openDesk(contentDir);
let steps = 0;

const isLastStep = (): boolean => ++steps === Number(killAtStep);
const die = () => process.kill(process.pid, 'SIGKILL');

const mortalFs: ReviewFs = {
  ...desk.fs,
  rename: (from, to) => (isLastStep() && die(), desk.fs.rename(from, to)),
  async open(path, flags) {
    if (isLastStep()) die();
    const handle = await desk.fs.open(path, flags);
    return {
      async writeFile(text) {
        const half = isLastStep();
        await handle.writeFile(half ? text.slice(0, text.length / 2) : text);
        if (half) die();
      },
      sync: () => (isLastStep() && die(), handle.sync()),
      close: () => handle.close(),
    };
  },
};

const decide = {
  approve: (id: string) => approve({ ...desk, fs: mortalFs }, id),
  reject: (id: string) => reject({ ...desk, fs: mortalFs }, id),
  edit: (id: string) => edit({ ...desk, fs: mortalFs }, id, { fields: {}, body: 'Edited.' }),
}[decision]!;

for (const id of ids) console.log(`${id} ${(await decide(id)).outcome}`);
