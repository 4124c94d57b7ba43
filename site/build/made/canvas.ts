// Draws pixels in memory: a background, pictures and ink, without an SVG that has to be parsed.

/** Coverage of pixels by a letter. */
export interface Ink {
  /** Position of the first pixel, relative to the start of the baseline. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** Coverage from 0 to 255, row by row. */
  coverage: Buffer;
}

export interface Canvas {
  width: number;
  height: number;
  /** Red, green and blue, row by row. */
  pixels: Buffer;
}

const bytesAPixel = 3;

/** Parses `#rrggbb`. */
const rgbOf = (hex: string): Buffer => Buffer.from(hex.slice(1), 'hex');

export const createCanvas = (width: number, height: number): Canvas => ({
  width,
  height,
  pixels: Buffer.allocUnsafe(width * height * bytesAPixel),
});

/** Fills rows from the top, by default all of them. */
export function fillRows({ width, height, pixels }: Canvas, colour: string, rows = height): void {
  pixels.fill(rgbOf(colour), 0, rows * width * bytesAPixel);
}

/** Copies a picture onto the canvas. It must not extend beyond the canvas. */
export function pastePicture(canvas: Canvas, picture: Canvas, left: number, top: number): void {
  const row = picture.width * bytesAPixel;
  for (let y = 0; y < picture.height; y++) {
    const at = ((top + y) * canvas.width + left) * bytesAPixel;
    picture.pixels.copy(canvas.pixels, at, y * row, (y + 1) * row);
  }
}

/** Blends two values, rounded to the nearest integer. 255 is odd, so that no half can occur. */
const blend = (under: number, over: number, coverage: number): number =>
  ((under * (255 - coverage) + over * coverage + 127) / 255) | 0;

/** Paints ink in a colour, as far as it is inside the canvas. */
export function paintInk({ width, height, pixels }: Canvas, ink: Ink, left: number, top: number, colour: string): void {
  const [red, green, blue] = rgbOf(colour) as unknown as [number, number, number];
  const firstColumn = Math.max(0, -left);
  const firstRow = Math.max(0, -top);
  const columns = Math.min(ink.width, width - left);
  const rows = Math.min(ink.height, height - top);
  for (let y = firstRow; y < rows; y++) {
    for (let x = firstColumn; x < columns; x++) {
      const coverage = ink.coverage[y * ink.width + x]!;
      if (coverage === 0) continue;
      const at = ((top + y) * width + left + x) * bytesAPixel;
      pixels[at] = blend(pixels[at]!, red, coverage);
      pixels[at + 1] = blend(pixels[at + 1]!, green, coverage);
      pixels[at + 2] = blend(pixels[at + 2]!, blue, coverage);
    }
  }
}
