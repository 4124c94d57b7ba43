// Tests of releases on their way from a builder through the bucket to other machines.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sha256 } from '#domain/ids.ts';
import { etagLength, type ReleasePage } from '#domain/release/page.ts';
import { updateIndex } from '#domain/search/text-index.ts';
import { recordChanges, saveChanges } from '../../release/changesets.ts';
import { hasWholeObject } from '../../release/damage.ts';
import {
  readLiveFacts,
  objectFile,
  openSnapshot,
  openToBuild,
  createPageWriter,
  readPages,
  releaseTables,
  roomFile,
} from '../../release/room-db.ts';
import { openStore, type Store } from '../../storage/store.ts';
import { noPostgres, startPostgres, type TestPostgres } from '../../storage/test-stores.ts';
import { ReleaseFetcher } from './fetch-release.ts';
import { FetchedObjects } from './objects.ts';
import { readPointer } from './pointer.ts';
import { createReleaseSender } from './send-release.ts';
import type { FleetRelease } from './stored-release.ts';

const etagOf = (text: string): string => sha256(text).slice(0, etagLength);

type Texts = Record<string, string>;

function pageOf(dist: string, path: string, text: string): ReleasePage {
  const bytes = Buffer.from(text);
  const etag = etagOf(text);
  const packed = gzipSync(bytes);
  for (const [encoding, form] of [
    [undefined, bytes],
    ['gzip', packed],
  ] as const) {
    const file = objectFile(dist, { etag }, encoding);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, form);
  }
  const page = { file: path, type: 'text/plain', etag, lastModified: '2026-01-01T00:00:00Z', size: bytes.length };
  return { ...page, encodings: { gzip: packed.length }, ...(path.startsWith('/private') && { private: true }) };
}

let commits = 0;

/** Commits a release that has these texts, as a build does. Returns its number. */
function commit(dist: string, texts: Texts): number {
  mkdirSync(dist, { recursive: true });
  const from = readLiveFacts(dist)?.number;
  const db = openToBuild(dist, false);
  const to = ++commits * 10;
  db.exec('begin immediate');
  const recorded = recordChanges(db);
  const known = new Map([...readPages(db).entries()].map(([path, { etag }]) => [path, etag]));
  const write = createPageWriter(db);
  const paths: string[] = [];
  for (const [path, text] of Object.entries(texts)) {
    const page = pageOf(dist, path, text);
    if (known.get(path) !== page.etag) paths.push(path);
    write(path, page);
    known.delete(path);
  }
  for (const path of known.keys()) db.prepare('delete from page where path = ?').run(path);
  const origin = { voices: {} as never };
  const indexed = Object.entries(texts).map(([id, body]) => ({
    id,
    key: body,
    text: () => ({
      id,
      key: body,
      hasPage: true,
      title: '',
      themes: '',
      people: '',
      summary: '',
      body,
      transcript: [],
      origin,
    }),
  }));
  updateIndex(db, 'free', indexed, (word) => word);
  db.prepare('insert or replace into release values (1, ?, ?, ?, ?, ?)').run(to, `release-${to}`, '', '', to);
  const changeset = recorded.finish();
  if (from !== undefined) saveChanges(dist, { from, to, paths: [...paths, ...known.keys()], changeset });
  db.exec('commit');
  db.close();
  return to;
}

function rowsIn(dist: string) {
  const db = openSnapshot(dist);
  const rows = releaseTables.map((table) => db.prepare(`select * from ${table} order by 1, 2`).all());
  const found = db.prepare(`select rowid from freeIndex where freeIndex match 'text' order by 1`).all();
  db.close();
  return { rows, found };
}

function missingObjects(dist: string): string[] {
  const db = openSnapshot(dist);
  const isWhole = (page: ReleasePage) => hasWholeObject((one, encoding) => objectFile(dist, one, encoding), page);
  const missing = [...readPages(db).entries()].flatMap(([path, page]) => (isWhole(page) ? [] : [path]));
  db.close();
  return missing;
}

/** `isAway` returns true for keys that cannot be read. */
function memoryBucket() {
  const objects = new Map<string, Buffer>();
  const puts: string[] = [];
  const bucket = {
    objects,
    isAway: (_: string): boolean => false,
    puts: () => puts.splice(0),
    get: async (key: string) => {
      if (bucket.isAway(key)) throw new Error(`${key} is away`);
      return objects.get(key);
    },
    put: async (key: string, body: Buffer) => {
      if (bucket.isAway(key)) throw new Error(`${key} is away`);
      puts.push(key);
      objects.set(key, body);
    },
    remove: async (key: string) => void objects.delete(key),
    list: async (prefix: string) =>
      [...objects].filter(([key]) => key.startsWith(prefix)).map(([key, { length: size }]) => ({ key, size })),
  };
  return bucket;
}

const textsOf = (n: number): Texts => ({
  '/': `text of the home page ${n}`,
  [`/articles/${n}`]: `text ${n}`,
  '/private': `private text ${n}`,
  '/constant': 'text of every release',
});

describe('releases of a fleet', { skip: noPostgres }, () => {
  let postgres: TestPostgres;
  let store: Store;
  let folder: string;
  let bucket: ReturnType<typeof memoryBucket>;
  let changed: string[][];
  const folderOf = (name: string) => join(folder, name);
  const senderOf = (dist: string) =>
    createReleaseSender({ dist, bucket, db: store.db, onMove: async (paths) => void changed.push(paths.toSorted()) });
  const fetcherOf = (dist: string) => new ReleaseFetcher(dist, bucket, store.db);
  const pointer = async () => (await readPointer<FleetRelease>(store.db, 'release'))!.value;
  /** Updates the machine and waits for background transfers. */
  const untilWhole = async (fetcher: ReleaseFetcher, dist: string) => {
    while (missingObjects(dist).length > 0) {
      await fetcher.update();
      await new Promise((done) => setTimeout(done, 5));
    }
  };

  before(async () => {
    postgres = await startPostgres();
    store = await openStore({ databaseUrl: postgres.url, file: '' });
  });
  after(async () => {
    await store.close();
    await postgres.stop();
  });
  beforeEach(async () => {
    if (folder) rmSync(folder, { recursive: true });
    folder = mkdtempSync(join(tmpdir(), 'greenroom-fleet-'));
    bucket = memoryBucket();
    changed = [];
    commits = 0;
    await store.db.deleteFrom('fleetPointers').execute();
  });
  after(() => rmSync(folder, { recursive: true }));

  test('an empty machine serves after it has the database, and fetches objects on demand or in the background', async () => {
    const builder = folderOf('builder');
    const web = folderOf('web');
    assert.ok(await senderOf(builder)(commit(builder, textsOf(1))));
    assert.deepEqual(changed, [], 'nobody has seen an earlier release');
    const privateObject = etagOf('private text 1');
    bucket.isAway = (key) => key.includes('/objects/') && !key.includes(privateObject);
    const fetcher = fetcherOf(web);
    await fetcher.update();
    assert.deepEqual(rowsIn(web), rowsIn(builder));
    assert.deepEqual(missingObjects(web), ['/', '/articles/1', '/constant']);
    const etag = etagOf('text 1');
    await assert.rejects(fetcher.fetchObject({ etag, size: 6 }, 'gzip'), /away/);
    bucket.isAway = () => false;
    await Promise.all([1, 2].map(() => fetcher.fetchObject({ etag, size: 6 }, 'gzip')));
    assert.deepEqual(readFileSync(objectFile(web, { etag }, 'gzip')), gzipSync('text 1'));
    await untilWhole(fetcher, web);
    bucket.isAway = () => true;
    assert.ok(await senderOf(builder)(readLiveFacts(builder)!.number), 'the release is sent already');
    await fetcherOf(web).update();
  });

  test('machines apply the changes of each release, even after they missed several', async () => {
    const builder = folderOf('builder');
    const send = senderOf(builder);
    const steady = folderOf('steady');
    const slow = folderOf('slow');
    const late = folderOf('late');
    await send(commit(builder, textsOf(1)));
    const followers = [steady, slow].map((dist) => fetcherOf(dist));
    for (const follower of followers) await follower.update();
    for (const [at, dist] of [steady, slow].entries()) await untilWhole(followers[at]!, dist);
    bucket.puts();
    for (let n = 2; n <= 30; n++) {
      await send(commit(builder, textsOf(n)));
      const puts = bucket.puts();
      assert.equal(puts.filter((key) => key.includes('/objects/')).length, 6);
      assert.deepEqual(changed.pop(), ['/', `/articles/${n - 1}`, `/articles/${n}`, '/private'].sort());
      await followers[0]!.update();
      if (n % 7 === 0) await followers[1]!.update();
      assert.equal(readLiveFacts(steady)!.release, `release-${n * 10}`);
      assert.deepEqual(missingObjects(steady), []);
    }
    const { numbers, snapshot } = await pointer();
    assert.ok(snapshot.number > 200 && numbers.length <= 30 && numbers.includes(snapshot.number));
    await followers[1]!.update();
    await fetcherOf(late).update();
    for (const dist of [steady, slow, late]) assert.deepEqual(rowsIn(dist), rowsIn(builder));
  });

  test('a release goes live with the objects of its changed pages, and running requests finish on the previous one', async () => {
    const builder = folderOf('builder');
    const web = folderOf('web');
    const send = senderOf(builder);
    await send(commit(builder, textsOf(1)));
    const fetcher = fetcherOf(web);
    await fetcher.update();
    await untilWhole(fetcher, web);
    await send(commit(builder, textsOf(2)));
    bucket.isAway = (key) => key.includes('/objects/');
    await assert.rejects(fetcher.update(), /away/);
    assert.equal(readLiveFacts(web)!.release, 'release-10');
    bucket.isAway = () => false;
    await fetcher.update();
    assert.equal(readLiveFacts(web)!.release, 'release-20');

    // This machine has missed more releases than the fleet has changes for.
    const reader = openSnapshot(web);
    rmSync(join(builder, 'changes'), { recursive: true });
    commit(builder, textsOf(3));
    rmSync(join(builder, 'changes'), { recursive: true });
    await send(commit(builder, textsOf(4)));
    assert.deepEqual(changed.pop(), ['/', '/articles/4', '/constant', '/private'], 'the changes are not known');
    await fetcher.update();
    assert.deepEqual(rowsIn(web), rowsIn(builder));
    assert.deepEqual(missingObjects(web), []);
    assert.ok(readPages(reader).has('/articles/2'));
    reader.close();
    assert.deepEqual(rowsIn(web), rowsIn(builder));
    await send(commit(builder, textsOf(5)));
    await fetcher.update();
    assert.deepEqual(rowsIn(web), rowsIn(builder));
  });

  test('damaged objects are refused, and a damaged database is replaced', async () => {
    const builder = folderOf('builder');
    const web = folderOf('web');
    await senderOf(builder)(commit(builder, textsOf(1)));
    const fetcher = fetcherOf(web);
    await fetcher.update();
    await untilWhole(fetcher, web);
    await senderOf(builder)(commit(builder, textsOf(2)));
    const good = new Map(bucket.objects);
    for (const [key, bytes] of good) {
      const bad = Buffer.from(bytes);
      bad[bad.length - 5]! ^= 1;
      if (!key.includes('/snapshots/')) bucket.objects.set(key, bad);
    }
    await assert.rejects(fetcher.update());
    assert.equal(readLiveFacts(web)!.number, 10);
    for (const [key, bytes] of good) bucket.objects.set(key, bytes);
    await fetcher.update();
    assert.deepEqual(rowsIn(web), rowsIn(builder));

    const db = openToBuild(web, false);
    db.exec('delete from page');
    db.close();
    fetcher.reload();
    await fetcher.update();
    assert.deepEqual(rowsIn(web), rowsIn(builder));
    writeFileSync(roomFile(web), 'no database');
    await fetcher.update();
    assert.deepEqual(rowsIn(web), rowsIn(builder));
  });

  test('a builder that takes over continues from the release of the fleet', async () => {
    const builder = folderOf('builder');
    const other = folderOf('other');
    await senderOf(builder)(commit(builder, textsOf(1)));
    cpSync(builder, other, { recursive: true });
    const isSent = await senderOf(builder)(commit(builder, textsOf(2)));
    assert.ok(isSent);
    await fetcherOf(other).follow(true);
    assert.deepEqual([rowsIn(other), missingObjects(other)], [rowsIn(builder), []]);
    changed = [];
    await senderOf(other)(commit(other, textsOf(3)));
    assert.deepEqual(changed, [['/', '/articles/2', '/articles/3', '/private']]);

    // The first builder returns with a release that it could not send.
    commit(builder, textsOf(7));
    await fetcherOf(builder).follow(true);
    assert.deepEqual([rowsIn(builder), missingObjects(builder)], [rowsIn(other), []]);
  });

  test('objects of old releases are removed from a machine after a while', async () => {
    const builder = folderOf('builder');
    const web = folderOf('web');
    const send = senderOf(builder);
    await send(commit(builder, textsOf(1)));
    const fetcher = fetcherOf(web);
    await fetcher.update();
    await untilWhole(fetcher, web);
    await send(commit(builder, textsOf(2)));
    await fetcher.update();
    const objects = new FetchedObjects(web, bucket);
    const old = objectFile(web, { etag: etagOf('text 1') });
    const cut = `${objectFile(web, { etag: etagOf('text 2') })}.1.tmp`;
    writeFileSync(cut, '');
    await objects.removeUnused(Date.now());
    assert.ok(existsSync(old) && existsSync(cut));
    await objects.removeUnused(Date.now() + 3600_000);
    assert.ok(!existsSync(old) && !existsSync(cut));
    assert.deepEqual(missingObjects(web), []);
  });
});
