import assert from 'node:assert/strict';
import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, type TestContext, test } from 'node:test';
import { sha256 } from '#domain/ids.ts';
import { onBothStores } from '../storage/test-stores.ts';
import { createContentWatch } from './content-watch.ts';

/** Renames the file into place, as the desk does: the folder's date is then no older than the file's. */
function decide(path: (name: string) => string): void {
  writeFileSync(path('inbox/a.md'), 'a');
  renameSync(path('inbox/a.md'), path('published/a.md'));
}

onBothStores('content watch', (open) => {
  beforeEach(async () => {
    for (const table of ['contentState', 'buildRequests'] as const) await open().db.deleteFrom(table).execute();
  });

  function newContent(t: TestContext) {
    const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-changes-'));
    t.after(() => rmSync(contentDir, { recursive: true }));
    for (const folder of ['inbox', 'published']) mkdirSync(join(contentDir, folder));
    const clock = { now: 0 };
    const asked: string[] = [];
    const request = async (step = 'build') => void asked.push(step);
    const reading = { now: false };
    const isUnderWay = async () => reading.now;
    const wake = () => {};
    const now = () => clock.now;
    const start = () =>
      createContentWatch({ db: open().db, contentDir: () => contentDir, request, isUnderWay, wake, now });
    const path = (name: string) => join(contentDir, name);
    /** File systems count time in steps of a few milliseconds. */
    const untilDiskClockMoves = () => {
      const time = () => {
        writeFileSync(path('inbox/clock'), '');
        return statSync(path('inbox/clock')).ctimeMs;
      };
      for (const before = time(); time() === before;);
    };
    return { clock, asked, reading, start, path, untilDiskClockMoves };
  }

  test('the first look of a new store only remembers, and a look that finds nothing new asks for nothing', async (t) => {
    const { asked, start } = newContent(t);
    const watch = start();
    await watch.look();
    await watch.look();
    assert.deepEqual(asked, []);
  });

  test('an approval by the command is noticed once', async (t) => {
    const { asked, start, path } = newContent(t);
    writeFileSync(path('inbox/a.md'), 'a');
    const watch = start();
    await watch.look();
    renameSync(path('inbox/a.md'), path('published/a.md'));
    await watch.look();
    await watch.look();
    assert.deepEqual(asked, ['build']);
  });

  test('an approval in the example is noticed while the room shows it, and the change to its own content, too', async (t) => {
    const example = newContent(t);
    const own = newContent(t);
    let shown = example;
    const contentDir = () => shown.path('.');
    const { request, isUnderWay } = {
      request: async (step = 'build') => void example.asked.push(step),
      isUnderWay: async () => false,
    };
    const wake = () => {};
    const watch = createContentWatch({ db: open().db, contentDir, request, isUnderWay, wake, now: () => 0 });
    await watch.look();
    decide(example.path);
    await watch.look();
    assert.deepEqual(example.asked, ['build']);
    writeFileSync(own.path('creator.json'), '{}');
    shown = own;
    await watch.look();
    assert.deepEqual(example.asked, ['build', 'build']);
    decide(own.path);
    await watch.look();
    assert.deepEqual(example.asked, ['build', 'build', 'build']);
  });

  test('changes during a reading of feeds count as one, which is noticed after the reading', async (t) => {
    const { asked, reading, start, path } = newContent(t);
    const watch = start();
    await watch.look();
    reading.now = true;
    for (const name of ['a', 'b']) {
      writeFileSync(path(`published/${name}.md`), name);
      await watch.look();
    }
    assert.deepEqual(asked, []);
    reading.now = false;
    await watch.look();
    await watch.look();
    assert.deepEqual(asked, ['build']);
  });

  test('a file that an editor wrote over is noticed at once if the file system reports it', async (t) => {
    const { asked, start, path } = newContent(t);
    writeFileSync(path('published/a.md'), 'a');
    const watch = start();
    await watch.look();
    writeFileSync(path('published/a.md'), 'b');
    utimesSync(path('published/a.md'), 1, 1);
    watch.noteActivity(path('published'));
    await watch.look();
    assert.deepEqual(asked, ['build']);
  });

  test('a file that an editor wrote over is noticed within a minute', async (t) => {
    const { clock, asked, start, path } = newContent(t);
    writeFileSync(path('published/a.md'), 'a');
    const watch = start();
    await watch.look();
    writeFileSync(path('published/a.md'), 'b');
    utimesSync(path('published/a.md'), 1, 1);
    await watch.look();
    assert.deepEqual(asked, []);
    clock.now += 60_000;
    await watch.look();
    assert.deepEqual(asked, ['build']);
  });

  test('a feed that was added is read at once, and only then', async (t) => {
    const { asked, start, path } = newContent(t);
    writeFileSync(path('feeds.json'), '{"feeds":[]}');
    const watch = start();
    await watch.look();
    writeFileSync(path('feeds.json'), '{"feeds":[{"id":"blog","file":"a.xml"}]}');
    await watch.look();
    await watch.look();
    assert.deepEqual(asked, ['ingest']);
  });

  test('a feed that was added while the room was built for the first time is read', async (t) => {
    const { asked, start, path } = newContent(t);
    const left = '{"feeds":[]}';
    mkdirSync(path('.build'));
    const report = { feeds: {}, notices: [], feedsFile: sha256(left) };
    writeFileSync(path('.build/ingest-report.json'), JSON.stringify(report));
    writeFileSync(path('feeds.json'), '{"feeds":[{"id":"blog","file":"a.xml"}]}');
    const watch = start();
    await watch.look();
    await watch.look();
    assert.deepEqual(asked, ['ingest']);
  });

  test('feeds.json as the last reading found it asks for nothing', async (t) => {
    const { asked, start, path } = newContent(t);
    const left = '{"feeds":[]}';
    mkdirSync(path('.build'));
    const report = { feeds: {}, notices: [], feedsFile: sha256(left) };
    writeFileSync(path('.build/ingest-report.json'), JSON.stringify(report));
    writeFileSync(path('feeds.json'), left);
    await start().look();
    assert.deepEqual(asked, []);
  });

  test('a change of creator.json is noticed at once, what waits in the inbox is nothing to build', async (t) => {
    const { asked, start, path } = newContent(t);
    const watch = start();
    await watch.look();
    writeFileSync(path('inbox/a.md'), 'a');
    await watch.look();
    assert.deepEqual(asked, []);
    writeFileSync(path('creator.json'), '{}');
    await watch.look();
    assert.deepEqual(asked, ['build']);
  });

  test('a build that the console requested is not requested again', async (t) => {
    const { asked, start, path } = newContent(t);
    const watch = start();
    await watch.look();
    decide(path);
    await watch.request();
    await watch.look();
    assert.equal(asked.length, 1);
  });

  test('a change after the request of the console causes a build, whatever its date', async (t) => {
    const { clock, asked, start, path, untilDiskClockMoves } = newContent(t);
    mkdirSync(path('media'));
    for (const name of ['published/a.md', 'published/b.md', 'media/a.png']) writeFileSync(path(name), 'a');
    const watch = start();
    await watch.look();
    writeFileSync(path('published/c.md'), 'a');
    await watch.request();
    untilDiskClockMoves();
    writeFileSync(path('published/a.md'), 'b');
    utimesSync(path('published/a.md'), 1, 1);
    await watch.look();
    assert.equal(asked.length, 2);
    // A deleted file changes only the date of its folder.
    await watch.request();
    untilDiskClockMoves();
    rmSync(path('published/b.md'));
    await watch.look();
    assert.equal(asked.length, 4);
    clock.now += 60_000;
    await watch.look();
    assert.equal(asked.length, 4);
  });

  test('a picture that a release has linked since is no change', async (t) => {
    const { asked, start, path } = newContent(t);
    mkdirSync(path('media'));
    writeFileSync(path('media/a.png'), 'a');
    const watch = start();
    await watch.look();
    decide(path);
    await watch.request();
    linkSync(path('media/a.png'), path('inbox/a.png'));
    await watch.look();
    assert.equal(asked.length, 1);
  });

  test('a decision whose build was never asked for is found at the next start', async (t) => {
    const { asked, start, path } = newContent(t);
    await start().look();
    writeFileSync(path('published/a.md'), 'a');
    await start().look();
    assert.deepEqual(asked, ['build']);
  });
});
