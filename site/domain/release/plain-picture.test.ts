import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { NoPlainPicture, plainPicture } from './plain-picture.ts';

const png = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#205060' } })
  .png()
  .toBuffer();

function hugeGif(gif: Buffer): Buffer {
  const frame = gif.indexOf(0x2c, 13);
  gif.writeUInt16LE(65_535, frame + 5);
  gif.writeUInt16LE(65_535, frame + 7);
  return gif;
}

test('a picture that cannot be published says whether it is damaged, too large, or of an unknown kind', async () => {
  const cases: [Uint8Array, string][] = [
    [png.subarray(0, png.length / 2), 'It is damaged.'],
    [hugeGif(await sharp(png).gif().toBuffer()), 'It is too large: it has too many pixels.'],
    [Buffer.from('no picture'), 'It is no picture that can be read.'],
  ];
  for (const [bytes, text] of cases)
    await assert.rejects(plainPicture(bytes), (error) => error instanceof NoPlainPicture && error.text === text);
  assert.ok((await plainPicture(png)).length > 0);
});
