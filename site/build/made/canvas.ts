// A picture as pixels in memory: a ground, pictures and ink are laid on it, with no drawing that has to be parsed first.

/** How much of each pixel a letter covers. */
export interface Ink {
  /** Of the first pixel, from where the baseline begins. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** 0 to 255, row by row. */
  coverage: Buffer;
}

export interface Canvas {
  width: number;
  height: number;
  /** Red, green and blue, row by row. */
  pixels: Buffer;
}

const bytesAPixel = 3;

/** `#rrggbb` */
const rgbOf = (hex: string): Buffer => Buffer.from(hex.slice(1), 'hex');

export const createCanvas = (width: number, height: number): Canvas => ({
  width,
  height,
  pixels: Buffer.allocUnsafe(width * height * bytesAPixel),
});

/** Fills rows from the top: all of them by default. */
export function fillRows({ width, height, pixels }: Canvas, colour: string, rows = height): void {
  pixels.fill(rgbOf(colour), 0, rows * width * bytesAPixel);
}

/** Lays a picture on it, all of which has to be inside. */
export function pastePicture(canvas: Canvas, picture: Canvas, left: number, top: number): void {
  const row = picture.width * bytesAPixel;
  for (let y = 0; y < picture.height; y++) {
    const at = ((top + y) * canvas.width + left) * bytesAPixel;
    picture.pixels.copy(canvas.pixels, at, y * row, (y + 1) * row);
  }
}

/** Rounded to the nearest integer: 255 is odd, so that no half can occur. */
const blend = (under: number, over: number, coverage: number): number =>
  ((under * (255 - coverage) + over * coverage + 127) / 255) | 0;

/** Covers with a colour what is inside. */
export function paintInk({ width, height, pixels }: Canvas, ink: Ink, left: number, top: number, colour: string): void {
  const [red, green, blue] = rgbOf(colour) as unknown as [number, number, number];
  const [firstColumn, firstRow] = [Math.max(0, -left), Math.max(0, -top)];
  const [columns, rows] = [Math.min(ink.width, width - left), Math.min(ink.height, height - top)];
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
