import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxRoom } from '#domain/sandbox.ts';
import type { MediaFile } from '#domain/room.ts';
import { sha256 } from '#domain/ids.ts';
import { listDownloadablePictures, pressDownloads } from './downloads.ts';

const { creator } = sandboxRoom({ baseUrl: 'https://room.example' });
const mediaFile = (file: string, content = file): MediaFile => ({
  file,
  width: 2400,
  height: 1600,
  bytes: 1,
  type: 'image/jpeg',
  sha256: sha256(content),
});
const roomOf = (headshots: string[], logos: string[] = []) => ({
  media: [...new Set([...headshots, ...logos])].map((file) => mediaFile(file)),
  creator: {
    ...creator,
    headshots: headshots.map((file) => ({ file, alt: `Shows ${file}` })),
    logos: logos.map((file) => ({ file, alt: `Sign ${file}` })),
  },
});
const printPaths = (room: ReturnType<typeof roomOf>) =>
  listDownloadablePictures(room).map(({ downloads }) => downloads.find(({ use }) => use === 'print')!.path);

const alike: Record<string, string[]> = {
  'the extension': ['face.jpg', 'face.png', 'face.webp', 'face.avif', 'face'],
  'the letter case': ['Quay.jpg', 'quay.jpg', 'QUAY.JPG'],
  'the folder': ['2025/desk.jpg', '2026/desk.jpg', '2025-desk.jpg'],
  'the Unicode normalization': ['Zo\u00eb.jpg', 'Zoe\u0308.jpg'],
  'the end': ['face.jpg', 'face-web.jpg', 'face-print.jpg', 'face-web-web.png'],
  'a version': ['face.v1.jpg', 'face.v2.jpg', 'face.v2.png', 'face.v1'],
};
for (const [difference, files] of Object.entries(alike))
  test(`pictures whose names differ only in ${difference} have downloads of their own`, () => {
    const downloads = pressDownloads(roomOf(files, files));
    const paths = downloads.map(({ path }) => path.normalize('NFC').toLowerCase());
    assert.equal(new Set(paths).size, files.length * 4, paths.join(' '));
    for (const { alt, source } of downloads) assert.match(alt, new RegExp(`^(Shows|Sign) ${source.file}$`));
  });

test('the downloads of a picture keep their names when the order changes', () => {
  const files = ['face.jpg', 'face.png', 'other.jpg'];
  assert.deepEqual(printPaths(roomOf([...files].reverse())), printPaths(roomOf(files)).reverse());
});

test('a name that no other picture has stays short', () => {
  assert.deepEqual(printPaths(roomOf(['face.jpg', 'desk/quay.jpg'], ['face.png'])), [
    '/media-kit/headshots/face-print.jpg',
    '/media-kit/headshots/desk-quay-print.jpg',
    '/media-kit/logos/face-print.png',
  ]);
});

test('equal bytes under two names, and one file with two credits, keep their own words', () => {
  const media = [mediaFile('one.jpg', 'same'), mediaFile('two.jpg', 'same')];
  const headshots = [
    { file: 'one.jpg', alt: 'First', credit: 'Ann' },
    { file: 'two.jpg', alt: 'Second', credit: 'Ben' },
    { file: 'two.jpg', alt: 'Third', credit: 'Cem' },
  ];
  const offered = listDownloadablePictures({ media, creator: { ...creator, headshots, logos: [] } });
  for (const { picture, downloads } of offered)
    assert.deepEqual(
      downloads.map(({ alt, credit }) => [alt, credit]),
      [picture, picture].map(({ alt, credit }) => [alt, credit]),
    );
  assert.equal(new Set(offered.flatMap(({ downloads }) => downloads.map(({ path }) => path))).size, 6);
});

test('a picture that is listed twice identically is offered once', () => {
  assert.equal(pressDownloads(roomOf(['face.jpg', 'face.jpg'])).length, 2);
});
