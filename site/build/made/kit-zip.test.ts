import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { sha256 } from '#domain/ids.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { kitZip } from './kit-zip.ts';

const picture = Buffer.from('a picture');
const mock = sandboxRoom({ baseUrl: 'https://room.example' });
const media = [{ file: 'press/me.webp', width: 8, height: 10, bytes: 9, type: 'image/webp', sha256: sha256(picture) }];
const headshots = [{ file: 'press/me.webp', alt: 'Me.', credit: 'A friend', license: 'CC BY 4.0' }];
const room = { ...mock, media, creator: { ...mock.creator, name: '../../Zoë', headshots } };
const address = '/media-kit/headshots/press-me-print.jpg';
const make = () => kitZip(room, { 'media-kit.pdf': Buffer.from('%PDF') }, { [address]: picture });

test('every file lies below one folder, whatever the creator and the pictures are called', () => {
  const names = Object.keys(unzipSync(make()));
  assert.ok(names.length > 5);
  for (const name of names) assert.match(name, /^zoe-media-kit\/[\w./-]+$/);
  for (const name of names) assert.doesNotMatch(name, /\.\./);
  assert.ok(names.includes('zoe-media-kit/headshots/press-me-print.jpg'));
});

test('the same content gives the same bytes in every time zone', () => {
  const { TZ } = process.env;
  try {
    const made = ['UTC', 'Pacific/Auckland', 'America/Los_Angeles'].map((zone) => {
      process.env.TZ = zone;
      return sha256(make());
    });
    assert.equal(new Set(made).size, 1);
  } finally {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
});

test('the manifest says of each picture who made it, on what terms, and what its bytes are', () => {
  const files = unzipSync(make());
  const manifest = JSON.parse(Buffer.from(files['zoe-media-kit/manifest.json']!).toString());
  const { path, sha256: digest, credit, license, alt } = manifest.files.at(-1);
  assert.deepEqual(
    [path, digest, credit, license, alt],
    ['headshots/press-me-print.jpg', sha256(picture), 'A friend', 'CC BY 4.0', 'Me.'],
  );
});
