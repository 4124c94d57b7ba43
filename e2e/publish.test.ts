// A room that is published to a bucket: what lies there is what the release holds, and a release sends what changed.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import S3rver from '@20minutes/s3rver';
import { idOf, publish, testContent } from './content.ts';
import { command, makeRoom } from './room.ts';
import { objectOf, pagesIn } from './release.ts';

const stateOf = async (bucket: string) =>
  ((await (await fetch(`${bucket}/.greenroom-published.json`)).json()) as { objects: Record<string, string> }).objects;

test('a room is published whole, and with each release what changed, of which the CDN is told', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'greenroom-bucket-'));
  t.after(() => rm(directory, { recursive: true }));
  const buckets = { directory, configureBuckets: [{ name: 'room' }], vhostBuckets: false };
  const s3 = new S3rver({ ...buckets, address: '127.0.0.1', port: 0, silent: true });
  const bucket = `http://127.0.0.1:${(await s3.run()).port}/room`;
  t.after(() => s3.close());
  const purged: string[] = [];
  const cdn = createServer(async (request, response) => {
    assert.equal(request.headers.authorization, 'Bearer purge-token');
    purged.push(...(JSON.parse(await text(request)) as { files: string[] }).files);
    response.end();
  }).listen(0, '127.0.0.1');
  t.after(() => void cdn.close());
  const content = await testContent();
  const room = await makeRoom(content, {
    BASE_URL: 'https://room.example',
    PUBLISH_TO: bucket,
    PUBLISH_KEY_ID: 'S3RVER',
    PUBLISH_SECRET: 'S3RVER',
    PUBLISH_REGION: 'us-east-1',
    PURGE_URL: `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge`,
    PURGE_TOKEN: 'purge-token',
  });
  t.after(() => room.remove());
  await rm(content, { recursive: true });
  assert.match(await command(room.env, 'publish'), /Published release \w+: bucket: \d+ files sent/);

  const pages = pagesIn(room.dist);
  for (const path of ['/articles', '/api/agent', '/api/agent/profile', '/llms.txt', '/feed.xml', '/articles.md']) {
    const answer = await fetch(bucket + path);
    assert.equal(answer.headers.get('content-type'), pages[path]!.type, path);
    assert.equal(await answer.text(), await readFile(objectOf(room.dist, path), 'utf8'), path);
  }
  const sold = Object.keys(pages).flatMap((path) => (pages[path]!.private ? [path.slice(1)] : []));
  assert.ok(sold.length > 0);
  for (const key of sold) assert.equal((await fetch(`${bucket}/${key}`)).status, 404, key);

  const before = await stateOf(bucket);
  purged.length = 0;
  room.env.PUBLISH_EACH = 'on';
  await publish(room.content, { id: idOf('new-one', 77), title: 'A new one', date: '2026-04-01T10:00:00Z' });
  assert.match(await room.rebuild(), /Published release \w+: bucket: \d+ files sent/);
  const after = await stateOf(bucket);
  const changed = Object.keys(after).filter((key) => after[key] !== before[key]);
  assert.ok(changed.includes(`articles/${idOf('new-one', 77)}`));
  const kept = `articles/${idOf('first-river', 1)}.md`;
  assert.equal(after[kept], before[kept]);
  assert.ok(
    !changed.some((key) => key.startsWith('_astro/')) && changed.length < Object.keys(after).length,
    String(changed),
  );
  await publish(room.content, { id: idOf('unsent', 78), title: 'Not sent', date: '2026-04-02T10:00:00Z' });
  const failure = async () => {
    const store = new DatabaseSync(join(room.env.DATA_DIR!, 'greenroom.db'), { readOnly: true });
    const found = store.prepare('select failure from "publishState"').get() as { failure: string | null };
    store.close();
    return found.failure;
  };
  assert.equal(await failure(), null);
  room.env.PUBLISH_SECRET = 'wrong';
  assert.match(await room.rebuild(), /Publish: failed/);
  assert.match((await failure())!, /403/);
  assert.ok(purged.includes('https://room.example/') && !purged.some((address) => address.includes('/_astro/')));
});
