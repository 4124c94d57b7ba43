import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BuiltManifest } from '#domain/release/built-manifest.ts';
import { ReleaseEntries } from '#domain/release/release-entries.ts';
import { pingsOf } from './pings.ts';
import { type BuildOutcome, teller } from './telling.ts';

/** A release whose pages have these states, by address. */
const release = (name: string, pages: Record<string, string>) => {
  const entry = (etag: string) => ({ file: 'x', type: 'text/html', etag, lastModified: '2026-01-01T00:00:00Z', size: 1 }); // prettier-ignore
  const entries = new ReleaseEntries(Object.entries(pages).map(([path, etag]) => [path, entry(etag)]));
  const facts = { baseUrl: 'https://room.net', content: { digest: '', changedAt: 0 }, others: {} };
  const manifest: BuiltManifest = { release: name, ...facts, entries };
  return { dir: '/gone', manifest };
};
type Made = ReturnType<typeof release>;

const channels = { indexNow: { key: 'k'.repeat(16) } };
const outcome = (before: Made, after: Made): BuildOutcome => ({
  ...{ release: after.manifest.release, built: true, before, after, channels },
});
const skipped: BuildOutcome = { release: 'c', built: false };

const a = release('a', { '/1': '1', '/2': '1', '/3': '1' });
const b = release('b', { '/1': '2', '/2': '1', '/3': '1' });
const c = release('c', { '/1': '2', '/2': '2', '/3': '1' });
const d = release('d', { '/1': '2', '/2': '2', '/3': '2' });

/** Tells of these while the first of them is still being told. */
async function told(...outcomes: BuildOutcome[]): Promise<string[][]> {
  const heard: string[][] = [];
  let goOn = () => {};
  const busy = new Promise<void>((done) => (goOn = done));
  const tell = teller(async ({ before, after }) => {
    const pings = after ? pingsOf(channels, before?.manifest, after.manifest) : [];
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

test('a release is told of at once, and all that changed while it was told is told afterwards', async () => {
  assert.deepEqual(await told(outcome(a, b), outcome(b, c), outcome(c, d)), [['/1'], ['/2', '/3']]);
});

test('nothing is lost where two builds are told of in the other order, a build was skipped, or all is as before', async () => {
  assert.deepEqual(await told(skipped, outcome(b, c), outcome(a, b)), [[], ['/1', '/2']]);
  assert.deepEqual(await told(skipped, outcome(a, b), skipped), [[], ['/1']]);
  assert.deepEqual(await told(skipped, outcome(a, b), outcome(b, a), outcome(a, c)), [[], ['/1', '/2']]);
});
