import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReleasePage } from '#domain/release/page.ts';
import { pingsForChanges } from './pings.ts';
import type { BuildOutcome } from './room-builder.ts';
import { createNotifier } from './notifier.ts';

/** Three pages in several releases. */
const releases = { a: '111', b: '211', c: '221', d: '222' };
type Name = keyof typeof releases;

const pageOf = (etag: string): ReleasePage => ({
  file: 'x',
  type: 'text/html',
  etag,
  lastModified: '2026-01-01T00:00:00Z',
  size: 1,
});

const channels = { indexNow: { key: 'k'.repeat(16) } };
const baseUrl = 'https://room.net';

/** Returns the outcome of the build that replaced one release with another. */
function outcome(before: Name, after: Name, number = after.charCodeAt(0)): BuildOutcome {
  const changes = [0, 1, 2].flatMap((at) => {
    const [oldPage, newPage] = [before, after].map((name) => pageOf(releases[name][at]!));
    return oldPage!.etag === newPage!.etag ? [] : [{ path: `/${at + 1}`, before: oldPage, after: newPage }];
  });
  return { release: after, number, baseUrl, built: true, changes, channels };
}
const skipped = (number = 0): BuildOutcome => ({ release: 'c', number, baseUrl, built: false, changes: [] });

/** Reports these outcomes while the first one is still being processed. */
async function told(...outcomes: BuildOutcome[]): Promise<string[][]> {
  const heard: string[][] = [];
  let goOn = () => {};
  const busy = new Promise<void>((done) => (goOn = done));
  const tell = createNotifier(async ({ changes }) => {
    const pings = pingsForChanges(channels, baseUrl, changes);
    heard.push(
      pings.flatMap(({ body }) =>
        JSON.parse(body)
          .urlList.map((url: string) => url.slice(-2))
          .sort(),
      ),
    );
    await busy;
  });
  const all = outcomes.map(tell);
  goOn();
  await Promise.all(all);
  return heard;
}

test('a release is reported immediately, and all that changed meanwhile is reported afterwards', async () => {
  assert.deepEqual(await told(outcome('a', 'b'), outcome('b', 'c'), outcome('c', 'd')), [['/1'], ['/2', '/3']]);
});

test('nothing is lost if two builds arrive in the other order, a build was skipped, or all is as before', async () => {
  assert.deepEqual(await told(skipped(), outcome('b', 'c'), outcome('a', 'b')), [[], ['/1', '/2']]);
  assert.deepEqual(await told(skipped(), outcome('a', 'b', 1), skipped(2)), [[], ['/1']]);
  const back = [outcome('a', 'b', 1), outcome('b', 'a', 2), outcome('a', 'c', 3)];
  assert.deepEqual(await told(skipped(), ...back), [[], ['/1', '/2']]);
  assert.deepEqual(await told(skipped(), ...back.toReversed()), [[], ['/1', '/2']]);
});
