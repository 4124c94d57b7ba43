import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picturesOf, sourceSet } from './pictures.ts';

const photo = { file: 'p.jpg', width: 2400, height: 1600, bytes: 1, type: 'image/jpeg', sha256: 'a'.repeat(64) };
const widths = (picture: typeof photo, format: string) =>
  picturesOf(picture)
    .filter((size) => size.format === format)
    .map(({ width }) => width);

test('a large photograph comes in three sizes of both formats, none larger than a screen needs', () => {
  assert.deepEqual(widths(photo, 'avif'), [480, 960, 1920]);
  assert.deepEqual(widths(photo, 'webp'), [480, 960, 1920]);
});

test('a picture is never enlarged, and gets no size that is nearly its own', () => {
  assert.deepEqual(widths({ ...photo, width: 1100 }, 'avif'), [480, 1100]);
  assert.deepEqual(widths({ ...photo, width: 300 }, 'avif'), [300]);
});

test('an original in a modern format stands for its own size', () => {
  const webp = { ...photo, file: 'p.webp', width: 1200, type: 'image/webp' };
  assert.deepEqual(widths(webp, 'webp'), [480]);
  assert.match(sourceSet(webp, 'webp'), /-480\.webp 480w, \/media\/p\.webp 1200w$/);
});

test('drawings and what may move are left as they are', () => {
  for (const type of ['image/svg+xml', 'image/gif']) assert.deepEqual(picturesOf({ ...photo, type }), []);
});

test('another picture of the same name has other addresses', () => {
  const [one] = picturesOf(photo);
  const [other] = picturesOf({ ...photo, sha256: 'b'.repeat(64) });
  assert.notEqual(one!.path, other!.path);
});
