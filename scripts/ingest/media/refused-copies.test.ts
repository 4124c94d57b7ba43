// Tests that a folder without write access does not count as a failure of the sources.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { describeNotice } from '#contract/notices.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import { placeMedia } from './place-media.ts';

let picture: Buffer;
before(async () => {
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
});

test('copying stops with one message if the folder is not writable, and the next run retries everything', async (t) => {
  const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-refused-'));
  t.after(() => rmSync(contentDir, { recursive: true }));
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(picture));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  for (const folder of ['published', 'media']) mkdirSync(join(contentDir, folder));
  writeFileSync(join(contentDir, 'feeds.json'), '{"feeds": []}');
  for (const n of [1, 2, 3, 4, 5, 6]) {
    const id = `item-0000000${n}`;
    const item = { id, type: 'article', title: id, url: `https://x.example/${n}`, date: '2026-05-01', keywords: [] };
    const file = { item: { ...item, image: `http://127.0.0.1:${port}/${n}.png` }, body: 'Text' };
    writeFileSync(join(contentDir, 'published', `${id}.md`), formatItemFile(file as never));
  }
  const place = async () =>
    (await placeMedia({ contentDir, now: () => new Date(), allowPrivateHosts: ['127.0.0.1'] })).map(describeNotice);
  const copies = join(contentDir, 'media', 'copies');
  writeFileSync(copies, '');
  const [first, ...rest] = await place();
  assert.ok(first!.includes(`${copies} cannot be written: `), first);
  assert.deepEqual(rest, ['6 pictures will be copied in the background while the room runs, or by the next ingest.']);
  assert.deepEqual(readdirSync(join(contentDir, 'media')), ['copies']);
  rmSync(copies);
  assert.deepEqual(await place(), ['6 pictures were copied into the room.']);
});
