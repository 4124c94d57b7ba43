import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { sandboxRoom } from '#domain/sandbox.ts';
import { iconFiles, markSvg } from './icons.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });
const creator = { ...room.creator, publication: '“chart” & <datum>' };
const bytesOf = (path: string) =>
  iconFiles(room, 'code')
    .find((file) => file.path === path)!
    .make();

test('the mark is drawn as outlines: it needs no font and carries no markup of the name', () => {
  const svg = markSvg(creator, 'disc');
  assert.equal(svg, markSvg({ ...creator, publication: 'C' }, 'disc'), 'the first letter, in upper case');
  assert.doesNotMatch(svg, /<text|datum/);
  assert.match(svg, /<path fill="#[0-9a-f]{6}" d="M[^"]{20,}"/);
});

test('a name without a letter gives a mark without one', () => {
  assert.match(markSvg({ ...creator, publication: '<&', name: '>' }, 'disc'), / d=""\/>/);
});

test('the letters of other scripts are drawn, too', () => {
  for (const publication of ['Журнал', 'Ωδή', 'Čaj'])
    assert.match(markSvg({ ...creator, publication }, 'disc'), / d="M/);
});

test('the old icon holds three sizes, each a picture that can be read', async () => {
  const ico = await bytesOf('/favicon.ico');
  assert.equal(ico.readUInt16LE(4), 3);
  for (const [i, pixels] of [16, 32, 48].entries()) {
    const [length, offset] = [ico.readUInt32LE(6 + 16 * i + 8), ico.readUInt32LE(6 + 16 * i + 12)];
    assert.equal(ico.readUInt8(6 + 16 * i), pixels);
    const { width, format } = await sharp(ico.subarray(offset, offset + length)).metadata();
    assert.deepEqual([width, format], [pixels, 'png']);
  }
});

test('the manifest names icons that are there in the sizes it says', async () => {
  const manifest = JSON.parse((await bytesOf('/site.webmanifest')).toString());
  assert.equal(manifest.name, room.creator.publication);
  for (const { src, sizes } of manifest.icons.filter((icon: { sizes: string }) => icon.sizes !== 'any')) {
    const { width, height } = await sharp(await bytesOf(src)).metadata();
    assert.equal(`${width}x${height}`, sizes);
  }
});
