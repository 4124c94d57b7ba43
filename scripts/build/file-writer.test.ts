import assert from 'node:assert/strict';
import { linkSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { CompressedSizes, ReleaseFile } from '#domain/release/site-entry.ts';
import { fileWriter } from './file-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-writer-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

const modified = '2026-01-02T03:04:05Z';
const fileOf = (name: string, text: string, more: Partial<ReleaseFile> = {}): ReleaseFile => {
  return { path: at(name), bytes: Buffer.from(text), modified, isCompressed: false, replaces: false, ...more };
};
/** More than are written before there is a thread. */
const many = 500;

test('few files and many are written alike, each with its time and its compressed forms', async () => {
  const writer = fileWriter();
  const sizes: CompressedSizes[] = [];
  const textOf = (n: number) => `${n} `.repeat(3000);
  for (let n = 0; n < many; n++)
    writer.write(fileOf(`${n % 7}/${n}`, textOf(n), { isCompressed: n % 2 === 0 }), (made) => (sizes[n] = made));
  await writer.keepUp();
  await writer.finish();
  await writer.end();
  for (let n = 0; n < many; n++) {
    const path = at(`${n % 7}/${n}`);
    assert.equal(readFileSync(path, 'utf8'), textOf(n));
    assert.equal(statSync(path).mtimeMs, Date.parse(modified));
    if (n % 2 === 1) assert.deepEqual(sizes[n], {});
    else {
      assert.deepEqual(sizes[n], { br: statSync(`${path}.br`).size, gzip: statSync(`${path}.gz`).size });
      assert.equal(brotliDecompressSync(readFileSync(`${path}.br`)).toString(), textOf(n));
      assert.equal(gunzipSync(readFileSync(`${path}.gz`)).toString(), textOf(n));
    }
  }
});

test('empty files are written and waited for, too', async () => {
  const writer = fileWriter();
  const written: number[] = [];
  for (let n = 0; n < many; n++) writer.write(fileOf(`empty/${n}`, ''), () => written.push(n));
  await writer.finish();
  await writer.end();
  assert.equal(written.length, many);
  for (let n = 0; n < many; n++) assert.equal(statSync(at(`empty/${n}`)).size, 0);
});

test('a file that other releases share is replaced, not written into', async () => {
  writeFileSync(at('shared'), 'as it was');
  linkSync(at('shared'), at('linked'));
  const writer = fileWriter();
  writer.write(fileOf('linked', 'new', { replaces: true }), () => {});
  await writer.finish();
  assert.equal(readFileSync(at('shared'), 'utf8'), 'as it was');
  assert.equal(readFileSync(at('linked'), 'utf8'), 'new');
});

test('a folder that was removed meanwhile is made again, as when a build tries again without an item', async () => {
  const writer = fileWriter();
  writer.write(fileOf('again/one', 'text'), () => {});
  rmSync(at('again'), { recursive: true });
  writer.write(fileOf('again/two', 'text'), () => {});
  await writer.finish();
  assert.equal(readFileSync(at('again/two'), 'utf8'), 'text');
});

test('a file that cannot be written fails the whole, whoever was to write it', async () => {
  const writer = fileWriter();
  writeFileSync(at('no-folder'), '');
  assert.throws(() => writer.write(fileOf('no-folder/file', 'text'), () => {}), { code: 'ENOTDIR' });
  for (let n = 0; n < many; n++) writer.write(fileOf(`plain-${n}`, 'text'), () => {});
  writer.write(fileOf('no-folder/file', 'text'), () => assert.fail('was not written'));
  await assert.rejects(writer.finish(), { code: 'ENOTDIR' });
  await assert.rejects(writer.finish(), { code: 'ENOTDIR' });
  await writer.end();
});

test('a few large files are written by the thread, too, so that whoever makes them goes on', async () => {
  const writer = fileWriter();
  const text = 'x'.repeat(5 * 1024 * 1024);
  const written: number[] = [];
  for (const n of [0, 1, 2]) writer.write(fileOf(`large-${n}`, text), () => written.push(n));
  assert.deepEqual(written, [0]);
  await writer.finish();
  await writer.end();
  assert.deepEqual(written, [0, 1, 2]);
  for (const n of written) assert.equal(readFileSync(at(`large-${n}`), 'utf8'), text);
});
