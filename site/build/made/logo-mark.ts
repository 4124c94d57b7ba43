// Extracts the mark of the creator's logo: the whole logo if it is about square, or the sign before the name.
import sharp from 'sharp';
import { decodeText } from '#domain/text/decode.ts';
import { maxPixels } from './made-file.ts';

const height = 240;
/** Share of the height above which a gap separates the sign from the name. */
const maxGap = 0.12;
const isSquarish = (width: number, of: number): boolean => width / of > 0.7 && width / of < 1.45;
/** Alpha below which a pixel counts as background. */
const minAlpha = 24;

interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/** Returns for each column whether it contains ink, from the left. */
const findInkedColumns = ({ data, width, height: rows }: Pixels): boolean[] =>
  Array.from({ length: width }, (_, x) =>
    Array.from({ length: rows }, (__, y) => data[(y * width + x) * 4 + 3]!).some((alpha) => alpha > minAlpha),
  );

/** Returns the column at which the first part ends, or undefined if nothing follows it. */
function findFirstGap(columns: boolean[], gap: number): number | undefined {
  for (let x = 1, empty = 0; x < columns.length; x++) {
    empty = columns[x] ? 0 : empty + 1;
    if (empty > gap) return x - empty + 1;
  }
  return undefined;
}

const measureLightness = ({ data }: Pixels): number => {
  let sum = 0;
  let weight = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    sum += alpha * (0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!);
    weight += alpha;
  }
  return weight > 0 ? sum / weight / 255 : 0;
};

const readPixels = async (bytes: Buffer): Promise<Pixels> => {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

export interface LogoMark {
  /** PNG with an alpha channel. */
  bytes: Buffer;
  isLight: boolean;
}

const ground = '#00000000';
const openLogo = (bytes: Buffer) => sharp(bytes, { failOn: 'none', limitInputPixels: maxPixels, density: 300 });

/** Returns a drawing without its text elements, or undefined if it has none. */
function withoutText(logo: Buffer): Buffer | undefined {
  const drawing = decodeText(logo);
  const rest = drawing.replace(/<text\b[\s\S]*?<\/text>/g, '');
  return drawing.includes('<svg') && rest !== drawing ? Buffer.from(rest) : undefined;
}

/** Crops a logo to the part before the first wide gap. */
async function cropToSign(cut: Buffer): Promise<Buffer | undefined> {
  const whole = await sharp(cut).resize({ height }).png().toBuffer();
  const drawn = await readPixels(whole);
  if (isSquarish(drawn.width, height)) return whole;
  const end = findFirstGap(findInkedColumns(drawn), height * maxGap);
  if (end === undefined) return undefined;
  const part = await sharp(whole).extract({ left: 0, top: 0, width: end, height }).png().toBuffer();
  const bytes = await sharp(part).trim({ background: ground }).png().toBuffer();
  const mark = await readPixels(bytes);
  return isSquarish(mark.width, mark.height) ? bytes : undefined;
}

/**
 * Returns the mark, or undefined if the logo has no transparent background or no part that is recognizable in a small
 * square.
 */
export async function extractLogoMark(logo: Buffer): Promise<LogoMark | undefined> {
  const sign = withoutText(logo);
  const read = openLogo(sign ?? logo).autoOrient();
  if (!(await read.metadata()).hasAlpha) return undefined;
  const cut = await read.toColourspace('srgb').trim({ background: ground }).png().toBuffer();
  const bytes = sign ? cut : await cropToSign(cut);
  if (!bytes) return undefined;
  const mark = await readPixels(bytes);
  const shape = mark.width / mark.height;
  return shape > 0.4 && shape < 2.6 ? { bytes, isLight: measureLightness(mark) > 0.6 } : undefined;
}
