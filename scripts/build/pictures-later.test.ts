// Tests that a release does not wait for the sizes of a new picture, and shows them once they are encoded.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { ratesPerMinute } from '#contract/limits.ts';
import { objectFile, openSnapshot, readPages } from '../../sidecar/release/room-db.ts';
import { memoryIo } from '../test-io.ts';
import { type RoomBuildSettings, roomBuilder } from './room-builder.ts';
import { stopwatch } from './stopwatch.ts';

test('a release with a new picture shows it is, and the next one in all sizes', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-pictures-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const content = join(folder, 'content');
  for (const name of ['published', 'media']) mkdirSync(join(content, name), { recursive: true });
  const creator = {
    ...{ name: 'Ida Measure', publication: 'The Long Table', oneLiner: 'Short letters.', language: 'en' },
    ...{ description: 'Short letters about very little.', topics: ['Letters'], themes: [], updatedAt: '2020-01-01' },
    portrait: { file: 'portrait.png', alt: 'A face' },
  };
  writeFileSync(join(content, 'creator.json'), JSON.stringify(creator));
  // No earlier run has stored sizes of this picture.
  const width = 700;
  const height = 500;
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
  await noise.png().toFile(join(content, 'media', 'portrait.png'));
  const built = { baseUrl: 'https://room.example', rates: ratesPerMinute, nexus: { isOn: false } } as RoomBuildSettings;
  const builder = roomBuilder(
    memoryIo().io,
    content,
    { ...built, distDir: join(folder, 'dist') },
    { encodesLater: true },
  );
  const dist = join(folder, 'dist');
  /** Returns the sizes that the release has, and the page of the media kit. */
  const build = async () => {
    await builder.build(stopwatch());
    const db = openSnapshot(dist);
    const pages = new Map(readPages(db).entries());
    db.close();
    const sizes = [...pages.keys()].filter((path) => path.startsWith('/pictures/'));
    return { sizes, page: readFileSync(objectFile(dist, pages.get('/media-kit')!), 'utf8') };
  };

  const first = await build();
  assert.match(first.page, /<img[^>]+\/media\/portrait\.png/);
  assert.deepEqual(first.sizes, []);
  assert.equal(await builder.encodeRemaining(), true);
  const second = await build();
  assert.ok(second.sizes.length > 2);
  assert.match(second.page, /srcset="\/pictures\/[^"]+ 700w"/);
  assert.equal(await builder.encodeRemaining(), false);
  assert.equal((await builder.build(stopwatch())).built, false);
});
