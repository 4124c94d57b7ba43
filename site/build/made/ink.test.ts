import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { createCanvas, fillRows } from './canvas.ts';
import { drawText } from './card.ts';
import { outlineText } from './lettering.ts';

const width = 420;
const height = 120;

async function written(text: string, x = 20): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  fillRows(canvas, '#ffffff');
  await drawText(canvas, { text, face: 'serif', size: 60, colour: '#000000' }, x, 80);
  return canvas.pixels;
}

test('a line looks as if its outlines had been drawn as a whole', async () => {
  const text = 'Ωx fi, “Tà”';
  const outline = `<path d="${outlineText(text, 'serif', 60, 20, 80)}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${outline}</svg>`;
  const drawn = await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).raw().toBuffer();
  const pixels = await written(text);
  const most = pixels.reduce((so, value, i) => Math.max(so, Math.abs(value - drawn[i]!)), 0);
  assert.ok(pixels.includes(0));
  // The difference is at most an eighth of a pixel, at the edges of letters.
  assert.ok(most < 64, String(most));
});

test('a letter is drawn identically again, and shifted by one pixel if it starts there', async () => {
  const once = await written('a');
  const again = await written('a');
  const further = await written('a', 21);
  assert.deepEqual(once, again);
  assert.deepEqual(further.subarray(3), once.subarray(0, -3));
});

test('letters that no typeface has, and spaces, leave no ink', async () => {
  assert.ok((await written(' \u{1f44b} ')).every((value) => value === 255));
});

test('a title with markup is lettered like any other', async () => {
  assert.ok((await written('<b>&"')).includes(0));
});
