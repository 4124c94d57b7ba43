// Child process of decisions.test.ts: takes the lock of the content folder, prints `locked` and works after its input
// ends.
import { text } from 'node:stream/consumers';
import process from 'node:process';
import { openDesk } from '../../sidecar/content/desk.ts';
import { reject } from '../../sidecar/content/review.ts';
import { pullFeeds } from './pull.ts';

const [contentDir, work, id] = process.argv.slice(2) as [string, string, string];
const desk = openDesk(contentDir);
const afterInputEnds = async <T>(next: () => Promise<T>): Promise<T> => {
  console.log('locked');
  await text(process.stdin);
  return next();
};

if (work === 'reject') {
  await desk.exclusively(() => afterInputEnds(() => reject({ ...desk, exclusively: (next) => next() }, id)));
} else {
  const exclusively: typeof desk.exclusively = (next) => desk.exclusively(() => afterInputEnds(next));
  await pullFeeds({ contentDir, now: () => new Date(), exclusively });
}
