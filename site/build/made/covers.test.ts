import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { sha256 } from '#domain/ids.ts';
import type { Room } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { coverFiles } from './made-files.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-covers-'));
after(() => rmSync(contentDir, { recursive: true }));
mkdirSync(join(contentDir, 'media'));

const mock = sandboxRoom({ baseUrl: 'https://room.example' });

async function coverOf(file: string, bytes: Buffer, [width, height, type]: [number, number, string]) {
  writeFileSync(join(contentDir, 'media', file), bytes);
  const room: Room = {
    ...mock,
    items: mock.items.map((item) =>
      item.type === 'episode' ? { ...item, audioUrl: 'https://p.example/a.mp3' } : item,
    ),
    creator: { ...mock.creator, podcast: { image: file } },
    media: [{ file, width, height, type, bytes: bytes.length, sha256: sha256(bytes) }],
  };
  const warnings: string[] = [];
  const [made] = coverFiles(room, contentDir, (line) => warnings.push(line));
  return { picture: sharp(await made!.make()), warnings };
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#2040c080' } });

test('a cover of any format becomes a square JPEG without holes', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><circle cx="10" cy="10" r="9"/></svg>';
  const cases: [string, Buffer, [number, number, string], number][] = [
    ['a.webp', await flat(900, 900).webp().toBuffer(), [900, 900, 'image/webp'], 1400],
    ['b.png', await flat(1600, 1500).png().toBuffer(), [1600, 1500, 'image/png'], 1500],
    ['c.gif', await flat(800, 800).gif().toBuffer(), [800, 800, 'image/gif'], 1400],
    ['d.svg', Buffer.from(svg), [20, 20, 'image/svg+xml'], 1400],
  ];
  for (const [file, bytes, facts, side] of cases) {
    const { picture, warnings } = await coverOf(file, bytes, facts);
    const { format, width, height, channels, space } = await picture.metadata();
    assert.deepEqual([format, width, height, channels, space], ['jpeg', side, side, 3, 'srgb'], file);
    assert.deepEqual(warnings, [], file);
  }
});

test('a picture that is small for a cover is used, with a warning to its creator', async () => {
  const bytes = await flat(300, 300).png().toBuffer();
  const { picture, warnings } = await coverOf('small.png', bytes, [300, 300, 'image/png']);
  assert.equal((await picture.metadata()).width, 1400);
  assert.deepEqual(warnings, ['media/small.png: too small for a podcast cover, which should have 1400 x 1400 pixels']);
});

test('the mark of the room replaces an unreadable picture', async () => {
  const { picture, warnings } = await coverOf('broken.webp', Buffer.from('no picture'), [800, 800, 'image/webp']);
  const { format, width } = await picture.metadata();
  assert.deepEqual([format, width], ['jpeg', 1400]);
  assert.match(warnings.join(), /^media\/broken\.webp: unreadable, so the podcast cover shows the mark of the room: /);
});
