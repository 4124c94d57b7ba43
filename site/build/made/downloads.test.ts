import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { sha256 } from '#domain/ids.ts';
import { plainPicture } from '#domain/release/plain-picture.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { downloadFiles } from './downloads.ts';
import { publishedBytes } from './pictures.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });
const noted = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#844' } })
  .withExif({ IFD0: { Model: 'Sextant 7' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '54/1 19/1 0/1' } })
  .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- Sextant, 54.32 N --></x:xmpmeta>')
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();

test('attack: where a photograph was taken does not leave the house, neither as it is nor for download', async (t) => {
  const contentDir = await mkdtemp(join(tmpdir(), 'greenroom-downloads-'));
  t.after(() => rm(contentDir, { recursive: true }));
  await mkdir(join(contentDir, 'media'));
  await writeFile(join(contentDir, 'media/quay.jpg'), noted);
  assert.ok(noted.includes('Sextant'));
  const shape = { width: 40, height: 60, type: 'image/jpeg', hasNotes: true as const };
  const sha = sha256(await plainPicture(noted));
  const picture = { file: 'quay.jpg', bytes: noted.length, sha256: sha, ...shape };
  const creator = { ...room.creator, headshots: [{ file: 'quay.jpg', alt: 'At the quay', credit: 'Eva Lind' }] };
  const warnings: string[] = [];
  const files = downloadFiles({ ...room, creator, media: [picture] }, contentDir, (line) => warnings.push(line));
  assert.ok(files.length > 0);
  for (const bytes of [
    await publishedBytes(contentDir, picture),
    ...(await Promise.all(files.map(({ make }) => make()))),
  ]) {
    assert.ok(!bytes.includes('Sextant'));
    const { width, height, xmp, orientation = 1 } = await sharp(bytes).metadata();
    assert.deepEqual([width < height, xmp, orientation], [true, undefined, 1]);
  }
  assert.deepEqual(warnings, []);
});
