// Tests commits of releases, and what readers see of them.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listNames } from '#contract/content-types.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { contentIndexPath } from '#domain/documents/content-index.ts';
import { sha256 } from '#domain/ids.ts';
import { buildLists } from '#domain/lists/lists.ts';
import type { ReleasePage } from '#domain/release/page.ts';
import type { BuiltRoom } from '#domain/release/site-entry.ts';
import { roomTexts } from '#domain/search/room-texts.ts';
import { every } from '../../sidecar/jobs/scheduler.ts';
import { followRelease, type ReleaseRefusal } from '../../sidecar/release/follow.ts';
import { openRelease } from '../../sidecar/release/release.ts';
import { objectFile, openToBuild, readPages, removeRoomDb, roomFile } from '../../sidecar/release/room-db.ts';
import { commitRelease, removeUnusedObjects } from './commit-release.ts';

const baseUrl = 'https://room.example';

function createDist(t: TestContext): string {
  const dist = mkdtempSync(join(tmpdir(), 'greenroom-commit-'));
  t.after(() => rmSync(dist, { recursive: true, force: true }));
  return dist;
}

function pageOf(dist: string, text: string): ReleasePage {
  const etag = sha256(text).slice(0, 32);
  mkdirSync(dirname(objectFile(dist, { etag })), { recursive: true });
  writeFileSync(objectFile(dist, { etag }), text);
  return { file: 'x.html', type: 'text/html', etag, lastModified: '2026-05-01T00:00:00Z', size: text.length };
}

/** Creates a room of the mock items with these numbers, newest first, with one page for each. */
function builtRoom(dist: string, numbers: number[], edit = ''): BuiltRoom {
  const mock = sandboxRoom({ baseUrl });
  const room = { ...mock, items: numbers.map((n) => ({ ...mock.items[n]!, hash: `${n}${edit}` })) };
  const { items: _, ...facts } = room;
  const lists = buildLists(room);
  const rowsOf = (entries: object[]) =>
    entries.map((entry) => {
      const json = JSON.stringify({ ...entry, edit });
      return { id: (entry as { id: string }).id, inputs: sha256(json), json: () => json };
    });
  const pages = numbers.map((n) => [`/items/${n}`, pageOf(dist, `item ${n}${edit}`)] as const);
  return {
    leftOut: [],
    pages: new Map([...pages, [contentIndexPath, pageOf(dist, JSON.stringify(numbers) + edit)]]),
    items: rowsOf(lists.contentIndex).map((row, at) => ({ ...row, indexed: () => lists.contentIndex[at]! })),
    lists: Object.fromEntries(listNames.map((name) => [name, rowsOf(lists[name])])) as BuiltRoom['lists'],
    facts: JSON.stringify({ ...facts, indexUpdatedAt: '2026-05-01T00:00:00Z' }),
    hidden: [],
    texts: { language: 'en', salt: '', free: roomTexts(room, () => `A body ${edit}.`), priced: undefined },
  };
}

function commit(dist: string, release: string, built: BuiltRoom, now = 1) {
  const db = openToBuild(dist, false);
  try {
    const live = new Map(readPages(db).entries());
    return commitRelease(db, { release, baseUrl, content: { digest: release, changedAt: 1 } }, built, live, { now });
  } finally {
    db.close();
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10);
}

const idsIn = (dist: string): string[] => {
  const release = openRelease(dist);
  const ids = release.index.items.ids();
  release.close();
  return ids;
};

test('any order of items is the order of the list, and a new item leaves the positions of the others alone', (t) => {
  const dist = createDist(t);
  const mock = sandboxRoom({ baseUrl });
  for (const numbers of [[0, 1, 2, 3], [4, 0, 1, 2, 3], [4, 2, 1, 0], [3], [], [0, 4]]) {
    commit(dist, `r${numbers.join()}`, builtRoom(dist, numbers));
    assert.deepEqual(
      idsIn(dist),
      numbers.map((n) => mock.items[n]!.id),
    );
  }
});

test('a commit reports what changed, and objects that no page needs are removed when their time has come', (t) => {
  const dist = createDist(t);
  commit(dist, 'a', builtRoom(dist, [0, 1]), 1000);
  const changes = commit(dist, 'b', builtRoom(dist, [1, 2]), 2000);
  assert.deepEqual(
    changes.map(({ path, before, after }) => [path, before !== undefined, after !== undefined]).sort(),
    [
      [contentIndexPath, true, true],
      ['/items/0', true, false],
      ['/items/2', false, true],
    ].sort(),
  );
  const old = objectFile(dist, pageOf(dist, 'item 0'));
  const tidy = (before: number) => {
    const db = openToBuild(dist, false);
    removeUnusedObjects(db, dist, before);
    db.close();
  };
  tidy(2000);
  assert.ok(existsSync(old), 'the release before may still be served');
  // An object that comes back is in use again.
  commit(dist, 'c', builtRoom(dist, [0, 1]), 3000);
  tidy(5000);
  assert.ok(existsSync(old));
  commit(dist, 'd', builtRoom(dist, [1]), 6000);
  tidy(7000);
  assert.ok(!existsSync(old));
  assert.ok(existsSync(objectFile(dist, pageOf(dist, 'item 1'))));
});

test('a commit that fails changes nothing', (t) => {
  const dist = createDist(t);
  commit(dist, 'a', builtRoom(dist, [0, 1]));
  const before = idsIn(dist);
  const broken = builtRoom(dist, [2, 3], 'new');
  broken.lists.streamVideos = [{ id: 'x', inputs: 'x', json: () => assert.fail('a list that cannot be made') }];
  assert.throws(() => commit(dist, 'b', broken), /cannot be made/);
  const release = openRelease(dist);
  assert.deepEqual([release.id, release.index.items.ids()], ['a', before]);
  assert.equal(release.pages.get('/items/2'), undefined);
  release.close();
});

test('a reader sees one release from beginning to end', (t) => {
  const dist = createDist(t);
  const answersOf = (release: ReturnType<typeof openRelease>) => [
    release.id,
    [...release.pages.entries()].map(([path]) => path),
    [...release.index.items].map(({ id }) => id),
    listNames.map((name) => release.lists[name].slice(0)),
    release.texts.rank('"body"', 10).total,
    release.texts.rank('"changed"', 10).total,
  ];
  commit(dist, 'a', builtRoom(dist, [0, 1, 2]));
  const first = openRelease(dist);
  const expected = answersOf(openRelease(dist));
  commit(dist, 'b', builtRoom(dist, [3, 4], 'changed'));
  const second = openRelease(dist);
  assert.deepEqual(answersOf(first), expected);
  assert.notDeepEqual(answersOf(second), expected);
  assert.equal(second.texts.rank('"changed"', 10).total, 2);
  first.close();
  second.close();
});

const follow = (
  t: TestContext,
  dist: string,
  refuse = async (): Promise<ReleaseRefusal | undefined> => undefined,
  graceMs?: number,
) => {
  const switched: string[] = [];
  const refused: ReleaseRefusal[] = [];
  const waited: ReleaseRefusal[] = [];
  const following = followRelease({
    dist,
    refuse,
    ...(graceMs && { graceMs }),
    onSwitch: ({ id }) => switched.push(id),
    onWaiting: (refusal) => waited.push(refusal),
    onRefused: (refusal) => refused.push(refusal),
    every: (pauseMs, task, onProblem) => every(Math.min(pauseMs, 50), task, onProblem),
  });
  t.after(async () => (await following).close());
  return { following, switched, refused, waited };
};

test('a new release is served when it is committed, and the one before for requests under way', async (t) => {
  const dist = createDist(t);
  const { following, switched, waited } = follow(t, dist);
  await until(() => waited.length > 0);
  assert.match(waited[0]!.message, /There is no release in/);
  commit(dist, 'a', builtRoom(dist, [0]));
  const live = await following;
  assert.equal(live.current.id, 'a');
  const underWay = live.current;
  commit(dist, 'b', builtRoom(dist, [0, 1]));
  await until(() => live.current.id === 'b');
  assert.equal([...underWay.pages.entries()].length, 2);
  // The file may be replaced as a whole.
  removeRoomDb(dist);
  commit(dist, 'c', builtRoom(dist, [2]));
  await until(() => live.current.id === 'c');
  assert.deepEqual(switched, ['b', 'c']);
});

test('a release that is refused or damaged is reported, and the one before is served', async (t) => {
  const dist = createDist(t);
  commit(dist, 'a', builtRoom(dist, [0]));
  let isRefusing = false;
  const refusal: ReleaseRefusal = { reason: 'older', message: 'It is older.' };
  const { following, refused } = follow(t, dist, async () => (isRefusing ? refusal : undefined));
  const live = await following;
  isRefusing = true;
  commit(dist, 'b', builtRoom(dist, [1]));
  await until(() => refused.length > 0);
  assert.deepEqual([refused[0], live.current.id], [refusal, 'a']);
  isRefusing = false;
  await until(() => live.current.id === 'b');
  removeRoomDb(dist);
  writeFileSync(roomFile(dist), 'no database at all');
  await until(() => refused.at(-1)!.reason === 'unreadable');
  truncateSync(roomFile(dist));
  rmSync(roomFile(dist));
  await until(() => refused.at(-1)!.reason === 'none');
  assert.equal(live.current.id, 'b');
});

test('a write-ahead log that has grown is begun anew, although a release is always open', async (t) => {
  const dist = createDist(t);
  const text = 'The sea, the sea. '.repeat(250_000);
  const commitLarge = (n: number) => {
    const built = builtRoom(dist, [0], String(n));
    commit(dist, `r${n}`, { ...built, facts: JSON.stringify({ ...JSON.parse(built.facts), text: text + n }) });
  };
  commitLarge(0);
  const { following } = follow(t, dist, undefined, 30);
  const live = await following;
  const logBytes = () => statSync(`${roomFile(dist)}-wal`).size;
  let number = 0;
  while (logBytes() < 33 * 1024 ** 2) {
    commitLarge(++number);
    await until(() => live.current.id === `r${number}`);
  }
  const served = live.current;
  await until(() => live.current !== served);
  // The release that was served until now is closed.
  await sleep(1000);
  commitLarge(++number);
  assert.ok(logBytes() < 33 * 1024 ** 2, `${logBytes()} bytes after ${number} releases`);
});
