import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cropOf, objectPosition, regionFor } from './framing.ts';
import { pictureSizes, sourceSet } from './pictures.ts';

const photo = { file: 'p.jpg', width: 2400, height: 1600, bytes: 1, type: 'image/jpeg', sha256: 'a'.repeat(64) };
const widths = (picture: typeof photo, format: string) =>
  pictureSizes(picture)
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
  for (const type of ['image/svg+xml', 'image/gif']) assert.deepEqual(pictureSizes({ ...photo, type }), []);
});

test('another picture of the same name has other addresses', () => {
  const [one] = pictureSizes(photo);
  const [other] = pictureSizes({ ...photo, sha256: 'b'.repeat(64) });
  assert.notEqual(one!.path, other!.path);
});

test('a crop has sizes of its own, and the whole picture stands for none of them', () => {
  const crop = { left: 50, top: 0, width: 50, height: 100 };
  const webp = { ...photo, type: 'image/webp' };
  const cut = { ...webp, frame: { crop } };
  assert.deepEqual(cropOf(cut), { left: 1200, top: 0, width: 1200, height: 1600 });
  assert.deepEqual(widths(cut, 'webp'), [480, 1200]);
  assert.doesNotMatch(sourceSet(cut, 'webp'), /\/media\/p\.jpg/);
  assert.notEqual(pictureSizes(cut)[0]!.path, pictureSizes(webp)[0]!.path);
  const beyond = { left: 90, top: 100, width: 50, height: 50 };
  assert.deepEqual(cropOf({ ...photo, frame: { crop: beyond } }), { left: 2160, top: 1599, width: 240, height: 1 });
});

test('another shape is cut around the focal point, and within the crop', () => {
  const focused = { ...photo, frame: { focus: { x: 90, y: 25 } } };
  assert.equal(objectPosition(focused), '90% 25%');
  assert.deepEqual(regionFor(focused, { width: 100, height: 100 }), { left: 800, top: 0, width: 1600, height: 1600 });
  const crop = { left: 50, top: 0, width: 50, height: 100 };
  const both = { ...photo, frame: { ...focused.frame, crop } };
  assert.equal(objectPosition(both), '80% 25%');
  assert.deepEqual(regionFor(both, { width: 3, height: 1 }), { left: 1200, top: 200, width: 1200, height: 400 });
  assert.equal(regionFor(photo, { width: 1, height: 1 }), undefined);
});
