import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { needsPlainCopy, NoPlainPicture, stripPictureMetadata } from './plain-picture.ts';

let png: Buffer;
before(async () => {
  png = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#205060' } })
    .png()
    .toBuffer();
});

function hugeGif(gif: Buffer): Buffer {
  const frame = gif.indexOf(0x2c, 13);
  gif.writeUInt16LE(65_535, frame + 5);
  gif.writeUInt16LE(65_535, frame + 7);
  return gif;
}

test('a picture that cannot be published says whether it is damaged, too large, or of an unknown kind', async () => {
  const cases: [Uint8Array, string][] = [
    [png.subarray(0, png.length / 2), 'The file is damaged.'],
    [hugeGif(await sharp(png).gif().toBuffer()), 'The picture has too many pixels.'],
    [Buffer.from('no picture'), 'The file is not a supported picture format.'],
  ];
  for (const [bytes, text] of cases)
    await assert.rejects(
      stripPictureMetadata(bytes),
      (error) => error instanceof NoPlainPicture && error.text === text,
    );
  assert.ok((await stripPictureMetadata(png)).length > 0);
});

const redInk = '#c81e1e';
let cmyk: Buffer;
before(async () => {
  cmyk = await sharp({ create: { width: 16, height: 16, channels: 3, background: redInk } })
    .toColourspace('cmyk')
    .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
    .toBuffer();
});

/** An ICC profile (ICC.1:2001, lut8Type) of a press whose inks mix to one colour, whatever they are. */
function profileOf(lab: [number, number, number]): Buffer {
  const identity = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
  const header = Buffer.alloc(48);
  header.write('mft1');
  header.set([4, 3, 2], 8);
  for (const at of [12, 28, 44]) header.writeInt32BE(0x10000, at);
  const corners = Array.from({ length: 16 }, () => Buffer.from(lab));
  const lut = Buffer.concat([header, ...Array(4).fill(identity), ...corners, ...Array(3).fill(identity)]);
  const head = Buffer.alloc(144);
  head.writeUInt32BE(head.length + lut.length, 0);
  head.writeUInt32BE(0x02400000, 8);
  head.write('prtrCMYKLab ', 12);
  head.write('acsp', 36);
  [0xf6d6, 0x10000, 0xd32d].forEach((value, at) => head.writeUInt32BE(value, 68 + 4 * at));
  head.writeUInt32BE(1, 128);
  head.write('A2B0', 132);
  head.writeUInt32BE(head.length, 136);
  head.writeUInt32BE(lut.length, 140);
  return Buffer.concat([head, lut]);
}

function withProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const name = Buffer.from('ICC_PROFILE\0\u0001\u0001', 'latin1');
  const start = Buffer.from([0xff, 0xe2, 0, 0]);
  start.writeUInt16BE(2 + name.length + profile.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), start, name, profile, jpeg.subarray(2)]);
}

function withoutAdobeMarker(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xee, 0, 14]));
  assert.ok(at > 0);
  return Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(at + 16)]);
}

const withNotes = (jpeg: Buffer): Promise<Buffer> =>
  sharp(jpeg)
    .toColourspace('cmyk')
    .withExif({ IFD0: { Artist: 'Ann' } })
    .jpeg({ quality: 98 })
    .toBuffer();

/** A profile of a saturated green with lightness 60. */
const green = profileOf([153, 60, 190]);
const printed: [kind: string, make: (cmyk: Buffer) => Buffer | Promise<Buffer>, wanted: 'red' | 'green'][] = [
  ['without a profile', (cmyk) => cmyk, 'red'],
  ['without a profile, with notes of a camera', withNotes, 'red'],
  ['without the marker of Adobe', withoutAdobeMarker, 'red'],
  ['with a profile', (cmyk) => withProfile(cmyk, green), 'green'],
  ['with a profile, without the marker of Adobe', (cmyk) => withProfile(withoutAdobeMarker(cmyk), green), 'green'],
];
for (const [kind, make, wanted] of printed)
  test(`a CMYK picture ${kind} is published in its colours as sRGB`, async () => {
    const picture = await make(cmyk);
    const metadata = await sharp(picture).metadata();
    assert.deepEqual([metadata.space, needsPlainCopy(metadata)], ['cmyk', true]);
    const published = await stripPictureMetadata(picture);
    assert.equal((await sharp(published).metadata()).space, 'srgb');
    const [red = 0, green = 0, blue = 0] = await sharp(published).raw().toBuffer();
    const isRight = wanted === 'red' ? red > green + 100 && red > blue + 100 : green > red + 60 && green > blue + 60;
    assert.ok(isRight, `${red}, ${green}, ${blue}`);
  });
