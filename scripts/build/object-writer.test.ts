import assert from 'node:assert/strict';
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sha256 } from '#domain/ids.ts';
import type { CompressedSizes } from '#domain/release/site-entry.ts';
import { objectFile } from '../../sidecar/release/room-db.ts';
import { objectWriter } from './object-writer.ts';

function createDist(t: TestContext): string {
  const dist = mkdtempSync(join(tmpdir(), 'greenroom-objects-'));
  t.after(() => rmSync(dist, { recursive: true, force: true }));
  return dist;
}

const objectOf = (text: string, isCompressed = false) => {
  const bytes = Buffer.from(text);
  return { etag: sha256(bytes).slice(0, 32), bytes, isCompressed };
};

test('many objects are written, with compressed forms that save at least a tenth', async (t) => {
  const dist = createDist(t);
  const writer = objectWriter(dist, []);
  const texts = Array.from({ length: 300 }, (_, n) => `Object ${n}. ${'The sea. '.repeat(n * 4)}`);
  const sizes = new Map<string, CompressedSizes>();
  for (const text of texts) {
    writer.write(objectOf(text, true), (own) => sizes.set(text, own));
    await writer.keepUp();
  }
  await writer.finish();
  for (const text of texts) {
    const object = objectOf(text);
    assert.equal(readFileSync(objectFile(dist, object), 'utf8'), text);
    const { br, gzip } = sizes.get(text)!;
    if (text.length > 200) assert.ok(br && gzip);
    if (br) assert.equal(brotliDecompressSync(readFileSync(objectFile(dist, object, 'br'))).toString(), text);
    if (gzip) assert.equal(gunzipSync(readFileSync(objectFile(dist, object, 'gzip'))).toString(), text);
    assert.equal(existsSync(objectFile(dist, object, 'br')), br !== undefined);
  }
});

test('an object that the live release has is not written again, and one of several pages only once', async (t) => {
  const dist = createDist(t);
  const stored = objectOf('stored');
  const page = { file: '', type: '', lastModified: '', size: 6, etag: stored.etag, encodings: { br: 3 } };
  const writer = objectWriter(dist, [page]);
  const sizes: CompressedSizes[] = [];
  writer.write(stored, (own) => sizes.push(own));
  for (let n = 0; n < 2; n++) writer.write(objectOf('twice'), (own) => sizes.push(own));
  await writer.finish();
  assert.deepEqual(sizes, [{ br: 3 }, {}, {}]);
  assert.ok(!existsSync(objectFile(dist, stored)));
});

test('an object is replaced by another file, so that whoever reads the old one gets all of it', async (t) => {
  const dist = createDist(t);
  const object = objectOf('whole');
  mkdirSync(join(objectFile(dist, object), '..'), { recursive: true });
  writeFileSync(objectFile(dist, object), 'cut');
  linkSync(objectFile(dist, object), join(dist, 'read'));
  const writer = objectWriter(dist, []);
  writer.write(object, () => {});
  await writer.finish();
  assert.deepEqual(
    [objectFile(dist, object), join(dist, 'read')].map((file) => readFileSync(file, 'utf8')),
    ['whole', 'cut'],
  );
});

test('a picture of the creator is copied, a copy of the room linked', async (t) => {
  const dist = createDist(t);
  const source = join(dist, 'picture.png');
  writeFileSync(source, 'a picture');
  const writer = objectWriter(dist, []);
  writer.link('aa1', source, 'copy');
  writer.link('aa2', source, 'link');
  writer.link('aa2', join(dist, 'missing'), 'link');
  const inodeOf = (file: string) => statSync(file).ino;
  assert.notEqual(inodeOf(objectFile(dist, { etag: 'aa1' })), inodeOf(source));
  assert.equal(inodeOf(objectFile(dist, { etag: 'aa2' })), inodeOf(source));
  assert.equal(readFileSync(objectFile(dist, { etag: 'aa1' }), 'utf8'), 'a picture');
});

test('an object that cannot be written fails the build', async (t) => {
  const dist = createDist(t);
  const writer = objectWriter(dist, []);
  const object = objectOf('lost');
  mkdirSync(objectFile(dist, object));
  writer.write(object, () => assert.fail('it was not written'));
  await assert.rejects(writer.finish(), /EISDIR|ENOTEMPTY|EEXIST/);
  await assert.rejects(writer.keepUp());
});
