import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { sandboxRoom } from '#domain/sandbox.ts';
import { iconFiles, renderLetterIcon } from './icons.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });
const creator = { ...room.creator, publication: '“chart” & <datum>' };
const bytesOf = (path: string) =>
  iconFiles(room, 'code', async () => Buffer.from(''))
    .find((file) => file.path === path)!
    .make();

test('the mark is drawn as outlines: it needs no font and carries no markup of the name', () => {
  const svg = renderLetterIcon(creator, 'disc');
  assert.equal(svg, renderLetterIcon({ ...creator, publication: 'C' }, 'disc'), 'the first letter, in upper case');
  assert.doesNotMatch(svg, /<text|datum/);
  assert.match(svg, /<path fill="#[0-9a-f]{6}" d="M[^"]{20,}"/);
});

test('a name without a letter gives a mark without one', () => {
  assert.match(renderLetterIcon({ ...creator, publication: '<&', name: '>' }, 'disc'), / d=""\/>/);
});

test('the letters of other scripts are drawn, too', () => {
  for (const publication of ['Журнал', 'Ωδή', 'Čaj'])
    assert.match(renderLetterIcon({ ...creator, publication }, 'disc'), / d="M/);
});

test('a letter of several glyphs is in the middle, dots and all', async () => {
  for (const publication of ['ظل', 'جريدة', 'C']) {
    const drawn = sharp(Buffer.from(renderLetterIcon({ ...creator, publication }, 'square')), { density: 144 });
    const { info } = await drawn.trim().toBuffer({ resolveWithObject: true });
    const { trimOffsetLeft = 0, trimOffsetTop = 0, width, height } = info;
    assert.ok(Math.abs(-trimOffsetLeft + width / 2 - 64) < 3, publication);
    assert.ok(Math.abs(-trimOffsetTop + height / 2 - 64) < 3, publication);
  }
});

test('the old icon holds three sizes, each a picture that can be read', async () => {
  const ico = await bytesOf('/favicon.ico');
  assert.equal(ico.readUInt16LE(4), 3);
  for (const [i, pixels] of [16, 32, 48].entries()) {
    const length = ico.readUInt32LE(6 + 16 * i + 8);
    const offset = ico.readUInt32LE(6 + 16 * i + 12);
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

const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="360" height="80" viewBox="0 0 360 80">${inside}</svg>`);
const sign = '<circle cx="50" cy="40" r="30" fill="#803010"/>';
const iconWith = async (logo: Buffer) => {
  const media = [{ file: 'logo.svg', width: 360, height: 80, bytes: 1, type: 'image/svg+xml', sha256: 'a' }];
  const own = { ...room, creator: { ...room.creator, logos: [{ file: 'logo.svg', alt: 'Logo' }] }, media };
  const files = iconFiles(own, 'code', async () => logo);
  const bytes = await files.find(({ path }) => path === '/icon-192.png')!.make();
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const { channels } = await sharp(bytes).metadata();
  return [...data.subarray((96 * 192 + 96) * channels!, (96 * 192 + 96) * channels! + 3)];
};

test('icons show the sign before the name of the logo, on a background that makes it visible', async () => {
  const name = '<text x="108" y="56" font-size="44">Open Bench</text>';
  const asPaths = '<path d="M120 20h40v40h-40zM164 20h60v40h-60zM228 20h90v40h-90z"/>';
  for (const logo of [svg(sign + name), svg(sign + asPaths), svg(sign)])
    assert.deepEqual(await iconWith(logo), [0x80, 0x30, 0x10]);
  const white = await iconWith(svg('<path d="M20 10h60v60h-60zM35 25v30h30v-30z" fill="#fff" fill-rule="evenodd"/>'));
  assert.notDeepEqual(white, [255, 255, 255]);
});

test('a logo that is a name alone, or no picture, leaves the letter', async () => {
  const plain = await iconWith(Buffer.from('nothing'));
  assert.deepEqual(await iconWith(svg('<path d="M20 20h60v40h-60zM84 20h60v40h-60zM148 20h150v40h-150z"/>')), plain);
});
