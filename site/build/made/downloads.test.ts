import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { sha256 } from '#domain/ids.ts';
import { stripPictureMetadata } from '#domain/release/plain-picture.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { mediaKitView } from '../../views/press.ts';
import { downloadFiles } from './press.ts';
import { kitZip } from './kit-zip.ts';
import { readPublishedPicture } from './pictures.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });
let noted: Buffer;
before(async () => {
  noted = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#844' } })
    .withExif({ IFD0: { Model: 'Sextant 7' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '54/1 19/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- Sextant, 54.32 N --></x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
});

test('attack: the location of a photograph is in no published picture and no download', async (t) => {
  const contentDir = await mkdtemp(join(tmpdir(), 'greenroom-downloads-'));
  t.after(() => rm(contentDir, { recursive: true }));
  await mkdir(join(contentDir, 'media'));
  await writeFile(join(contentDir, 'media/quay.jpg'), noted);
  assert.ok(noted.includes('Sextant'));
  const shape = { width: 40, height: 60, type: 'image/jpeg', hasMetadata: true as const };
  const sha = sha256(await stripPictureMetadata(noted));
  const picture = { file: 'quay.jpg', bytes: noted.length, sha256: sha, ...shape };
  const creator = { ...room.creator, headshots: [{ file: 'quay.jpg', alt: 'At the quay', credit: 'Eva Lind' }] };
  const warnings: string[] = [];
  const files = downloadFiles({ ...room, creator, media: [picture] }, contentDir, (line) => warnings.push(line));
  assert.ok(files.length > 0);
  for (const bytes of [
    await readPublishedPicture(contentDir, picture),
    ...(await Promise.all(files.map(({ make }) => make()))),
  ]) {
    assert.ok(!bytes.includes('Sextant'));
    const { width, height, xmp, orientation = 1 } = await sharp(bytes).metadata();
    assert.deepEqual([width < height, xmp, orientation], [true, undefined, 1]);
  }
  assert.deepEqual(warnings, []);
});

test('each of several pictures with one name is the picture that stands above its download', async (t) => {
  const contentDir = await mkdtemp(join(tmpdir(), 'greenroom-downloads-'));
  t.after(() => rm(contentDir, { recursive: true }));
  await mkdir(join(contentDir, 'media/older'), { recursive: true });
  const colours: Record<string, string> = {
    'face.jpg': '#c02020',
    'face.png': '#20c020',
    'face.webp': '#2020c0',
    'Face.jpg': '#c0c020',
    'older/face.jpg': '#20c0c0',
  };
  const images = Object.keys(colours).map((file) => ({ file, alt: colours[file]! }));
  const media = await Promise.all(
    images.map(async ({ file, alt }) => {
      const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: alt } });
      const path = join(contentDir, 'media', file);
      const { format, width, height, size: bytes } = await plain.toFile(path);
      return { file, width, height, bytes, type: `image/${format}`, sha256: sha256(await readFile(path)) };
    }),
  );
  const creator = { ...room.creator, headshots: images.slice(0, 4), logos: [images[4]!, images[0]!] };
  const problems: string[] = [];
  const pictures = { ...room, creator, media };
  const files = downloadFiles(pictures, contentDir, (line) => problems.push(line));
  const bytes = new Map(await Promise.all(files.map(async ({ path, make }) => [path, await make()] as const)));
  const sizes = new Map([...bytes].map(([path, { length }]) => [path, length]));
  const { headshots, logos } = mediaKitView(pictures, sizes);
  const zip = unzipSync(kitZip(pictures, {}, Object.fromEntries(bytes)));
  for (const { alt, files: downloads } of [...headshots, ...logos]) {
    assert.ok(downloads.length > 0, alt);
    for (const { href } of downloads) {
      const { dominant } = await sharp(bytes.get(href)).stats();
      const wanted = parseInt(alt.slice(1), 16);
      for (const [at, value] of [dominant.r, dominant.g, dominant.b].entries())
        assert.ok(Math.abs(value - ((wanted >> (16 - 8 * at)) & 255)) < 24, `${href}: ${JSON.stringify(dominant)}`);
      const [name] = Object.keys(zip).filter((entry) => entry.endsWith(href.replace('/media-kit/', '/')));
      assert.deepEqual(Buffer.from(zip[name!]!), bytes.get(href));
    }
  }
  assert.deepEqual([files.length, problems], [6, []]);
});
