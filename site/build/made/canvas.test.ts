import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas, fillRows, type Ink, pastePicture, paintInk } from './canvas.ts';

function white(width: number, height: number) {
  const canvas = createCanvas(width, height);
  fillRows(canvas, '#ffffff');
  return canvas;
}

/** Returns each pixel as `rrggbb`. */
const pixelsOf = ({ pixels }: { pixels: Buffer }) => pixels.toString('hex').match(/.{6}/g);

const ink = (width: number, coverage: number[]): Ink => {
  return { left: 0, top: 0, width, height: coverage.length / width, coverage: Buffer.from(coverage) };
};

test('rows are filled from the top', () => {
  const canvas = white(1, 3);
  fillRows(canvas, '#102030', 2);
  assert.deepEqual(pixelsOf(canvas), ['102030', '102030', 'ffffff']);
});

test('a picture covers what it is laid on, and nothing else', () => {
  const canvas = white(3, 2);
  const red = createCanvas(1, 1);
  fillRows(red, '#ff0000');
  pastePicture(canvas, red, 1, 1);
  assert.deepEqual(pixelsOf(canvas), ['ffffff', 'ffffff', 'ffffff', 'ffffff', 'ff0000', 'ffffff']);
});

test('ink lets the ground through as far as it does not cover it', () => {
  const canvas = white(3, 1);
  paintInk(canvas, ink(3, [0, 51, 255]), 0, 0, '#000000');
  assert.deepEqual(pixelsOf(canvas), ['ffffff', 'cccccc', '000000']);
});

test('ink beyond an edge is clipped and does not wrap around', () => {
  const canvas = white(2, 2);
  paintInk(canvas, ink(2, [255, 255, 255, 255]), 1, 1, '#000000');
  paintInk(canvas, ink(2, [0, 0, 0, 255]), -1, -1, '#0000ff');
  paintInk(canvas, ink(2, [255, 255]), 7, 0, '#000000');
  assert.deepEqual(pixelsOf(canvas), ['0000ff', 'ffffff', 'ffffff', '000000']);
});
